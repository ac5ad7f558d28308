package dev.gradus.forecast;

/**
 * Seconds of one sum over a network that nobody else uses, when all ranks begin at once. {@link SumSimulation} plays
 * the messages that these formulas stand for.
 *
 * <p>With latency {@code a}, bytes per second {@code b}, at least {@code m} seconds between two messages of a rank, a
 * range of {@code B} bytes on {@code n} ranks, and chunks of it sent in {@code p} pieces:
 *
 * <pre>
 * direct     a + (n - 1) max(m, B / b)
 * doubling   log2(n) (a + max(m, B / b))
 * owners     2 a + 2 (n - 1) p max(m, B / (n p b))
 * ring       2 (n - 1) (a + max(m, B / (n b)))
 * </pre>
 *
 * Touched rows are summed by owners, or directly if there are few, after their numbers were announced; each
 * announcement is a meeting of its own.
 *
 * @param latency what would be left if bytes were free
 * @param transfer what the bytes take
 */
public record SumTime(double latency, double transfer) {

    public static final SumTime NONE = new SumTime(0, 0);

    public double seconds() {
        return latency + transfer;
    }

    SumTime times(double factor) {
        return new SumTime(latency * factor, transfer * factor);
    }

    SumTime plus(SumTime other) {
        return new SumTime(latency + other.latency, transfer + other.transfer);
    }

    /** A sum by the algorithm that a run takes. */
    public static SumTime of(Sum sum, int ranks, Network network) {
        if (ranks == 1) {
            return NONE;
        }
        if (sum.sparse()) {
            double messages = (ranks - 1) * network.messageSeconds();
            return new SumTime(
                    sum.meetings() * (network.latency() + messages), sum.bytes(ranks) / network.bytesPerSecond());
        }
        return of(Algorithm.auto(sum.bytes(), ranks), sum.bytes(), ranks, network)
                .plus(new SumTime((sum.meetings() - 1) * network.latency(), 0));
    }

    public static SumTime of(Algorithm algorithm, double bytes, int ranks, Network network) {
        double free = seconds(algorithm, bytes, ranks, network, 0);
        return new SumTime(free, seconds(algorithm, bytes, ranks, network, 1 / network.bytesPerSecond()) - free);
    }

    private static double seconds(Algorithm algorithm, double bytes, int ranks, Network network, double perByte) {
        double a = network.latency();
        double m = network.messageSeconds();
        int others = ranks - 1;
        int pieces = Algorithm.pieces(bytes, ranks);
        return switch (algorithm) {
            case DIRECT -> a + others * Math.max(m, bytes * perByte);
            case DOUBLING -> rounds(ranks) * (a + Math.max(m, bytes * perByte));
            case OWNERS -> 2 * a + 2.0 * others * pieces * Math.max(m, bytes * perByte / ranks / pieces);
            case RING -> 2 * others * (a + Math.max(m, bytes * perByte / ranks));
        };
    }

    private static int rounds(int ranks) {
        return 32 - Integer.numberOfLeadingZeros(ranks - 1);
    }

    /**
     * A sum between ranks of this machine through memory that they share. Meetings are with every other rank; where
     * ranks outnumber cores each waits for the turns of the others.
     */
    public static SumTime inside(Sum sum, int ranks, Machine machine) {
        if (ranks == 1) {
            return NONE;
        }
        double turns = Math.max(1, (double) ranks / machine.cores());
        double meeting = machine.sums().fixed() * (ranks - 1) * turns;
        return new SumTime(sum.meetings() * meeting, machine.sums().each() * sum.bytes(ranks) * turns);
    }
}
