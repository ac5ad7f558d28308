package dev.gradus.benchmarks;

import dev.gradus.exchange.rendezvous.Coordinator;
import dev.gradus.exchange.rendezvous.Event;
import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.exchange.rendezvous.Secret;
import dev.gradus.json.Json;
import dev.gradus.json.Records;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Times sums over ranks that are processes of this machine, and prints what benchmarks/side-by-side/allreduce.c prints
 * for Open MPI. Settings are words like {@code ranks=4 link=tcp}; ranks run with the options of this JVM.
 */
public final class AllReduceBenchmark {

    private static final Duration TICK = Duration.ofMillis(100);

    /** Beyond any measurement that makes sense: then something hangs that no other deadline has seen. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private final AllReduceSettings settings;
    private final long deadline = System.nanoTime() + LONGEST.toNanos();
    private @Nullable Map<?, ?> results;
    private int done;

    AllReduceBenchmark(AllReduceSettings settings) {
        this.settings = settings;
    }

    public static void main(String[] args) throws IOException, InterruptedException {
        try {
            System.out.println(Json.write(new AllReduceBenchmark(AllReduceSettings.parse(args)).run()));
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    /** What rank 0 measured, as it stands in JSON. */
    Map<?, ?> run() throws IOException, InterruptedException {
        Secret secret = Secret.random();
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (Coordinator coordinator = new Coordinator(loopback, settings.ranks(), secret, AllReduceRank.TERMS);
                RankProcesses processes = new RankProcesses(secret)) {
            for (int rank = 0; rank < settings.ranks(); rank++) {
                processes.start(coordinator.address(), rank);
            }
            try {
                while (!coordinator.missing().isEmpty()) {
                    take(coordinator.poll(TICK), processes);
                }
                coordinator.welcome(Records.toMap(settings));
                while (done < settings.ranks()) {
                    take(coordinator.poll(TICK), processes);
                }
            } catch (IOException e) {
                coordinator.abort(-1, "FAILED", String.valueOf(e.getMessage()));
                throw e;
            }
        }
        if (results == null) {
            throw new IOException("rank 0 is done without results: " + settings);
        }
        return results;
    }

    private void take(@Nullable Event event, RankProcesses processes) throws IOException {
        if (event instanceof Event.Lost lost) {
            throw new IOException("rank " + lost.rank() + " is lost: " + lost.reason());
        } else if (event instanceof Event.Refused refused) {
            throw new IOException("rank " + refused.rank() + " is refused: " + refused.reason());
        } else if (event instanceof Event.Said said) {
            hear(said.rank(), said.message());
        }
        if (event == null && done == 0) {
            processes.checkAlive(); // only when none has anything to say: a rank that fails says why before it ends
        }
        if (System.nanoTime() - deadline > 0) {
            throw new IOException("measuring does not end: waited=" + LONGEST.toSeconds() + "s, " + settings);
        }
    }

    private void hear(int rank, Message message) throws IOException {
        switch (message.type()) {
            case NEWS -> results = message.content();
            case DONE -> done++;
            case FAILED -> throw new IOException("rank " + rank + ": " + message.text("reason"));
            default -> throw new IOException("message out of place: rank=" + rank + ", type=" + message.type());
        }
    }
}
