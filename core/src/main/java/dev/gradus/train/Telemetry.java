package dev.gradus.train;

import dev.gradus.metrics.GcPauses;
import dev.gradus.metrics.ResourceSampler;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.TracePart;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * What a rank tells beside its readings: at the end its trace, and, if it is the lowest rank of its process, what the
 * process uses. Owned by one rank.
 */
final class Telemetry implements AutoCloseable {

    private final Peers peers;
    private final RunObserver observer;
    private final boolean wanted;
    private final AtomicInteger lowest;
    private @Nullable ResourceSampler sampler;
    private @Nullable GcPauses pauses;

    /** Unlike that of the readings, {@code observer} is told by every rank; of nothing, if it is not {@code wanted}. */
    Telemetry(Peers peers, RunObserver observer, boolean wanted) {
        this.peers = peers;
        this.observer = observer;
        this.wanted = wanted;
        if (!wanted) {
            peers.ledger().forgetEntries();
            peers.beside().forgetEntries();
        }
        this.lowest =
                peers.commons().share("lowest rank", AtomicInteger.class, () -> new AtomicInteger(Integer.MAX_VALUE));
        lowest.accumulateAndGet(peers.exchange().rank(), Math::min);
    }

    /** Makes all ready, so that starting takes no time. All ranks of the process have met before. */
    void prepare(double earlierSeconds) {
        int rank = peers.exchange().rank();
        if (wanted && rank == lowest.get()) {
            pauses = new GcPauses();
            sampler = new ResourceSampler(rank, earlierSeconds, observer::sampled);
        }
    }

    /** The clock has started. */
    void start() {
        if (sampler != null) {
            sampler.start();
        }
    }

    /** Call it when the clock has stopped. */
    void finish() {
        if (!wanted) {
            return;
        }
        int rank = peers.exchange().rank();
        TracePart.of(rank, peers.exchange().ranks(), peers.ledger(), peers.beside())
                .forEach(observer::traced);
        if (pauses != null) {
            TracePart.pauses(rank, peers.ledger(), pauses.all()).forEach(observer::traced);
        }
        close();
    }

    @Override
    public void close() {
        GcPauses heard = pauses;
        ResourceSampler running = sampler;
        pauses = null;
        sampler = null;
        try {
            if (running != null) {
                running.close();
            }
        } finally {
            if (heard != null) {
                heard.close();
            }
        }
    }
}
