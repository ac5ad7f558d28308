package dev.gradus.cli;

import dev.gradus.json.Json;
import dev.gradus.report.live.LiveServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A live page of a run that goes on, or of one that is over. */
@Command(
        name = "watch",
        mixinStandardHelpOptions = true,
        description =
                "Serves a live page of a run to this machine until it is stopped by Ctrl-C. The run may be anybody's:"
                        + " its folder is read and nothing else, so it may lie on another machine's disk.")
final class WatchCommand implements Callable<Integer> {

    @Parameters(paramLabel = "RUN", description = "Run folder.")
    private Path run = Path.of("");

    @Option(names = "--port", paramLabel = "N", description = "Port on the loopback (default: any that is free).")
    private int port;

    @Option(
            names = "--json",
            description = "Prints the address as one JSON object, and nothing else on standard output.")
    private boolean json;

    @Override
    public Integer call() throws JobFileException, IOException {
        if (!Files.exists(run.resolve("metrics.jsonl"))) {
            throw new JobFileException("not a run folder: path=" + run
                    + ", missing=metrics.jsonl; give a folder that train writes or wrote");
        }
        if (port < 0 || port > 65_535) {
            throw new JobFileException("--port " + port + ": expected 0 to 65535");
        }
        try (LiveServer server = new LiveServer(run, port)) {
            System.out.println(
                    json
                            ? Json.write(Map.of("address", server.address()))
                            : "live page: " + server.address() + "  (stop with Ctrl-C)");
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }
}
