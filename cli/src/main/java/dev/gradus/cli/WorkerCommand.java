package dev.gradus.cli;

import dev.gradus.exchange.rendezvous.Listening;
import dev.gradus.exchange.rendezvous.PortRange;
import dev.gradus.exchange.rendezvous.Secret;
import dev.gradus.exchange.rendezvous.Wish;
import dev.gradus.launch.MemberRun;
import dev.gradus.launch.SecretSource;
import dev.gradus.train.Kinds;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** One rank, started by hand or by the launcher of processes. */
@Command(
        name = "worker",
        mixinStandardHelpOptions = true,
        description =
                "Joins a run as one rank. The run's secret comes from GRADUS_SECRET, GRADUS_SECRET_FILE or --secret-file.")
final class WorkerCommand implements Callable<Integer> {

    /** How long a rank may take to end by itself once its run is over. */
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    @Option(
            names = "--join",
            required = true,
            paramLabel = "HOST:PORT",
            description = "Where the launcher listens; it prints this address.")
    private String address = "";

    @Option(names = "--rank", paramLabel = "N", description = "The rank to ask for (default: any that is free).")
    private int rank = -1;

    @Option(names = "--run", paramLabel = "NAME", description = "The run to join, and no other (default: any).")
    private String run = "";

    @Option(
            names = "--ports",
            paramLabel = "FIRST-LAST",
            description = "Ports to listen on for other ranks (default: any that is free).")
    private String ports = "";

    @Option(
            names = "--interface",
            paramLabel = "NAME",
            description =
                    "Network interface to listen on for other ranks (default: the one that leads to the launcher).")
    private String device = "";

    @Option(names = "--secret-file", paramLabel = "FILE", description = "File with the run's secret.")
    private @Nullable Path secretFile;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long to try to reach the launcher (default: ${DEFAULT-VALUE}).")
    private int timeout = 30;

    @Option(names = "--quiet", hidden = true, description = "Leaves it to the launcher to say what failed.")
    private boolean quiet;

    /** Whether the rank has ended, and so says why by itself. */
    private volatile boolean over;

    @Override
    public Integer call() throws RunFailedException, JobFileException {
        try {
            new MemberRun(Kinds.load(), this::endSoon)
                    .run(socketAddress(), new Wish(rank, run, listening()), secret(), Duration.ofSeconds(timeout));
            return 0;
        } catch (RunFailedException e) {
            if (quiet) {
                return e.kind().code();
            }
            throw e;
        } finally {
            over = true;
        }
    }

    private Listening listening() throws JobFileException {
        try {
            return new Listening(device, PortRange.parse(ports));
        } catch (IllegalArgumentException e) {
            throw new JobFileException("--ports " + ports + ": " + e.getMessage());
        }
    }

    private Secret secret() throws JobFileException {
        try {
            if (secretFile != null) {
                return SecretSource.read(secretFile);
            }
            return SecretSource.given()
                    .orElseThrow(() -> new JobFileException("no secret given: set " + SecretSource.VARIABLE
                            + " or --secret-file to what the launcher printed"));
        } catch (IllegalArgumentException e) {
            throw new JobFileException(String.valueOf(e.getMessage()));
        }
    }

    private InetSocketAddress socketAddress() throws JobFileException {
        int colon = address.lastIndexOf(':');
        try {
            InetSocketAddress parsed = new InetSocketAddress(
                    address.substring(0, Math.max(0, colon)), Integer.parseInt(address.substring(colon + 1)));
            if (colon < 1 || parsed.isUnresolved()) {
                throw new JobFileException("--join " + address + ": host is unknown; expected HOST:PORT");
            }
            return parsed;
        } catch (IllegalArgumentException e) {
            throw new JobFileException("--join " + address + ": expected HOST:PORT");
        }
    }

    /** Ends this process if it does not end by itself: a rank whose launcher is gone must not go on computing. */
    private void endSoon(String reason) {
        LockSupport.parkNanos(FAREWELL.toNanos());
        if (!quiet && !over) {
            System.err.println("gradus: " + reason);
        }
        Runtime.getRuntime().halt(Cause.PEER_LOST.code());
    }
}
