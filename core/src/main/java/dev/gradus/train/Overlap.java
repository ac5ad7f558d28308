package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.job.Job;

/**
 * Whether buckets are exchanged by a thread beside the one that computes.
 *
 * <p>That thread hides the time in which bytes are on their way between machines. Between ranks that share memory
 * nothing is on its way: all of an exchange is work, and where ranks take every core, work beside the computation is
 * taken from the computation, with a change of threads for each bucket on top. Either way a rank makes the same calls
 * in the same order, so ranks need not agree on this.
 */
final class Overlap {

    static final String AUTO = "auto";
    static final String TRUE = "true";
    static final String FALSE = "false";

    private Overlap() {}

    /** As the job says; by {@code auto} unless the ranks share memory and leave none of so many cores free. */
    static boolean isWanted(Job job, Exchange exchange, int cores) {
        String choice = job.get(JobKeys.EXCHANGE_OVERLAP);
        if (choice.equals(AUTO)) {
            return !exchange.sharesMemory() || exchange.ranks() * job.get(JobKeys.LAUNCH_THREADS) < cores;
        }
        return choice.equals(TRUE);
    }

    /** Whether it may be wanted between some ranks. */
    static boolean isAllowed(Job job) {
        return !job.get(JobKeys.EXCHANGE_OVERLAP).equals(FALSE);
    }
}
