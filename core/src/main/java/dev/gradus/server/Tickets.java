package dev.gradus.server;

import java.util.ArrayList;
import java.util.List;

/**
 * Hands out the steps of phases, each once, and knows which have been taken and not been pushed. Steps of one phase
 * follow those of the phase before, so that the distance between workers is known across phases too.
 */
final class Tickets {

    /** Nothing can be said yet. */
    static final long WAIT = -2;

    /** Nothing is left. */
    static final long NONE = -1;

    /** A step that somebody works on; {@code place} counts through all phases. */
    private record Open(int rank, long phase, long number, long place) {}

    private final List<Open> open = new ArrayList<>();
    private long phase = -1;
    private long next;
    private long base;

    /**
     * A step for that worker. It may lie at most {@code ahead} places beyond the first that is open; a negative number
     * says that there is no bound.
     */
    long take(int rank, long wanted, long limit, long ahead) {
        if (wanted < phase) {
            return NONE;
        }
        if (wanted > phase) {
            base += next;
            phase = wanted;
            next = 0;
        }
        if (next >= limit) {
            return NONE;
        }
        long place = base + next;
        if (ahead >= 0 && place > first(place) + ahead) {
            return WAIT;
        }
        open.add(new Open(rank, phase, next, place));
        return next++;
    }

    private long first(long otherwise) {
        long first = otherwise;
        for (Open step : open) {
            first = Math.min(first, step.place());
        }
        return first;
    }

    /** The worker has pushed that step. */
    void done(int rank, long itsPhase, long number) {
        open.removeIf(step -> step.rank() == rank && step.phase() == itsPhase && step.number() == number);
    }

    /** The worker is gone; returns how many steps it has left undone, which nobody takes again. */
    int lost(int rank) {
        int before = open.size();
        open.removeIf(step -> step.rank() == rank);
        return before - open.size();
    }
}
