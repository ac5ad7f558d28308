package dev.gradus.exchange.rendezvous;

import dev.gradus.exchange.transport.Frame;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What the ranks of a run that have joined have in common, and hold against whoever calls: the run's name, how many
 * they are, how often the group has been formed, how long one may be silent, and whether they speak under TLS.
 */
record Group(String run, int ranks, int epoch, Duration silence, boolean tls) {

    /** The group as the coordinator describes it. */
    static Group of(Message words) throws IOException {
        return new Group(
                words.text("run"),
                words.number("ranks"),
                words.number("epoch"),
                Duration.ofMillis(words.number("silenceMillis")),
                !words.text("certificate").isEmpty());
    }

    /** The same without TLS, for connections that do not leave the machine. */
    Group inTheOpen() {
        return new Group(run, ranks, epoch, silence, false);
    }

    /** What the called side says of the group. */
    Map<String, Object> words() {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("run", run);
        words.put("ranks", ranks);
        words.put("epoch", epoch);
        words.put("silenceMillis", ControlLink.millis(silence));
        return words;
    }

    /** What a rank of this group says when it calls another. */
    Map<String, Object> hello(int rank) {
        return hello(run, ranks, epoch, rank);
    }

    /** What somebody says who wants to join and knows nothing but, perhaps, the name of the run. */
    static Map<String, Object> stranger(String run, int wished) {
        return hello(run, 0, 0, wished);
    }

    private static Map<String, Object> hello(String run, int ranks, int epoch, int rank) {
        Map<String, Object> hello = new LinkedHashMap<>();
        hello.put("protocol", Frame.VERSION);
        hello.put("run", run);
        hello.put("ranks", ranks);
        hello.put("epoch", epoch);
        hello.put("rank", rank);
        return hello;
    }

    /** Why a caller does not belong here, or empty. What it does not know, empty or 0, is no reason. */
    String objection(Message hello) throws IOException {
        String itsRun = hello.text("run");
        if (!itsRun.isEmpty() && !itsRun.equals(run)) {
            return "this is another run: run=" + run + ", wanted=" + itsRun;
        }
        int itsRanks = hello.number("ranks");
        if (itsRanks != 0 && itsRanks != ranks) {
            return "numbers of ranks differ: ours=" + ranks + ", theirs=" + itsRanks;
        }
        int itsEpoch = hello.number("epoch");
        if (itsEpoch != 0 && itsEpoch != epoch) {
            return "groups differ: epoch=" + itsEpoch + ", ours=" + epoch;
        }
        return "";
    }
}
