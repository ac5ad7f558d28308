package dev.gradus.benchmarks;

import dev.gradus.exchange.rendezvous.Coordinator;
import dev.gradus.exchange.rendezvous.Event;
import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.exchange.rendezvous.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Times pulls of 3,900 floats by id from one server process by client processes of this machine, each with several
 * pulls under way. Settings are words like {@code clients=2 depth=8 link=tcp seconds=3 ids=3900 rows=1048576}.
 */
public final class PullBenchmark {

    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private PullBenchmark() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Map<String, Object> settings = new LinkedHashMap<>(
                Map.of("clients", 2L, "depth", 8L, "seconds", 3L, "ids", 3900L, "rows", 1L << 20, "link", "auto"));
        for (String arg : args) {
            String[] word = arg.split("=", -1);
            if (word.length != 2 || !settings.containsKey(word[0])) {
                System.err.println("unknown setting: " + arg + "; known are " + settings.keySet());
                System.exit(2);
            }
            settings.put(word[0], word[0].equals("link") ? word[1] : (Object) Long.valueOf(word[1]));
        }
        double total = run(settings);
        System.out.printf(
                "%s: %,.0f pulls/s, %,.0f MB/s of values%n",
                settings, total, total * number(settings, "ids") * Float.BYTES / 1e6);
    }

    private static long number(Map<String, Object> settings, String name) {
        return settings.get(name) instanceof Long number ? number : 0;
    }

    private static double run(Map<String, Object> settings) throws IOException, InterruptedException {
        int seats = (int) number(settings, "clients") + 1;
        Secret secret = Secret.random();
        InetSocketAddress loopback = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        List<Double> rates = new ArrayList<>();
        long deadline = System.nanoTime() + LONGEST.toNanos();
        try (Coordinator coordinator = new Coordinator(loopback, seats, secret, AllReduceRank.TERMS);
                RankProcesses processes = new RankProcesses(secret)) {
            for (int seat = 0; seat < seats; seat++) {
                processes.start(coordinator.address(), seat, PullMember.class);
            }
            boolean welcomed = false;
            int done = 0;
            while (done < seats) {
                Event event = coordinator.poll(TICK);
                if (!welcomed && coordinator.missing().isEmpty()) {
                    coordinator.welcome(settings);
                    welcomed = true;
                }
                done += hear(event, rates) ? 1 : 0;
                if (System.nanoTime() - deadline > 0) {
                    throw new IOException("measuring does not end: waited=" + LONGEST.toSeconds() + "s");
                }
            }
        }
        return rates.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** True if a process is done. */
    private static boolean hear(@Nullable Event event, List<Double> rates) throws IOException {
        if (event instanceof Event.Lost lost) {
            throw new IOException("process " + lost.rank() + " is lost: " + lost.reason());
        }
        if (!(event instanceof Event.Said said)) {
            return false;
        }
        Message message = said.message();
        if (message.type() == Message.Type.NEWS && message.content().get("rate") instanceof Number rate) {
            rates.add(rate.doubleValue());
            System.out.println("process " + said.rank() + ": " + message.content());
        }
        return message.type() == Message.Type.DONE;
    }
}
