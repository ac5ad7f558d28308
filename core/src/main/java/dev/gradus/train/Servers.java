package dev.gradus.train;

import dev.gradus.exchange.TreeShare;
import dev.gradus.job.Job;
import dev.gradus.model.RowStart;
import dev.gradus.optim.OptimKeys;
import dev.gradus.server.Consistency;
import dev.gradus.server.LinkSettings;
import dev.gradus.server.RefusedPushException;
import dev.gradus.server.RowInit;
import dev.gradus.server.ServerLink;
import dev.gradus.server.Terms;

/** What strategies have in common that train on servers. */
final class Servers {

    /** Rows whose traffic is told to the servers, which deal them out one by one. */
    private static final int HOT_ROWS = 4096;

    /** Rows that nearly every block touches. Beyond, frequency falls with the place, as it does in texts and clicks. */
    private static final int IN_EVERY_BLOCK = 500;

    private static final double REHEARSED = 1e-6;

    private Servers() {}

    /** The link of a rank, which launchers give to every rank of a job on servers. */
    static ServerLink link(Peers peers) {
        ServerLink link = peers.servers();
        if (link == null) {
            throw new IllegalStateException(
                    "rank has no link to servers: rank=" + peers.exchange().rank());
        }
        link.bookTo(peers.ledger());
        return link;
    }

    /** What the workers of a job agree on; {@code leaves} are those of the tree that a synchronous step is. */
    static Terms terms(Job job, int leaves) {
        return new Terms(
                Consistency.of(job.get(ServerKeys.CONSISTENCY)),
                job.integer(ServerKeys.STALENESS),
                job.get(ServerKeys.ADAPT_RATE),
                job.get(ServerKeys.WIRE).equals("bf16"),
                leaves,
                new LinkSettings(
                        job.integer(ServerKeys.DEPTH),
                        job.integer(ServerKeys.CACHE_ROWS),
                        job.integer(ServerKeys.CACHE_STEPS)));
    }

    static RowInit init(RowStart start) {
        return new RowInit(start.key(), start.divisor(), start.drawn());
    }

    /**
     * How often a block asks for the first rows of a table whose rows stand in order of frequency: for each once at
     * most, and for rarer ones less often.
     */
    static float[] traffic(int rows) {
        float[] traffic = new float[Math.min(rows, HOT_ROWS)];
        for (int row = 0; row < traffic.length; row++) {
            traffic[row] = Math.min(1, IN_EVERY_BLOCK / (row + 1f));
        }
        return traffic;
    }

    /** The index of a rank's first node among those of all ranks, from left to right. */
    static int firstNode(TreeShare share, int rank) {
        int before = 0;
        for (int other = 0; other < rank; other++) {
            before += share.nodes(other).size();
        }
        return before;
    }

    /**
     * The rate of a rehearsal, at which nothing moves far and all loops do what they will do; that of FTRL says also
     * what weights are, so it stays.
     */
    static double rehearsed(Job job, double rate) {
        return job.get(OptimKeys.KIND).equals("ftrl") ? rate : REHEARSED * rate;
    }

    /** What a refused push is: the end of what can be learnt if numbers have become none, else our mistake. */
    static DivergedException refused(RefusedPushException e) {
        if (e.notFinite()) {
            DivergedException diverged = new DivergedException(String.valueOf(e.getMessage()));
            diverged.initCause(e);
            return diverged;
        }
        throw e;
    }
}
