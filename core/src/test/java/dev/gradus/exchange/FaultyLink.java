package dev.gradus.exchange;

import dev.gradus.exchange.transport.Floats;
import dev.gradus.exchange.transport.Link;
import dev.gradus.metrics.Traffic;
import java.util.SplittableRandom;

/**
 * A link that keeps its word and no more: it sends only when it is asked again, and often says that nothing has come
 * although something has. Whoever depends on more than the contract of {@link Link} fails over it.
 */
public final class FaultyLink implements Link {

    private final Link link;
    private final SplittableRandom random;
    private boolean pending;
    private boolean flushed = true;
    private int tag;
    private Floats data = Floats.of(new float[0]);
    private int from;
    private int to;

    public FaultyLink(Link link, SplittableRandom random) {
        this.link = link;
        this.random = random;
    }

    @Override
    public int peer() {
        return link.peer();
    }

    @Override
    public boolean onThisMachine() {
        return link.onThisMachine();
    }

    /** Only remembers what is to be sent, so that data that change too early are found out. */
    @Override
    public void send(int nextTag, Floats nextData, int nextFrom, int nextTo) {
        if (!flushed) {
            throw new IllegalStateException("message before has not gone yet: peer=" + peer() + ", tag=" + nextTag);
        }
        tag = nextTag;
        data = nextData;
        from = nextFrom;
        to = nextTo;
        pending = true;
        flushed = false;
    }

    @Override
    public boolean flush() throws ExchangeException {
        if (flushed) {
            return true;
        }
        if (lazy()) {
            return false;
        }
        if (pending) {
            pending = false;
            link.send(tag, data, from, to);
        }
        flushed = link.flush() && !lazy();
        return flushed;
    }

    @Override
    public void expect(int nextTag, Floats into, int nextFrom, int nextTo) {
        link.expect(nextTag, into, nextFrom, nextTo);
    }

    @Override
    public boolean poll() throws ExchangeException {
        return !lazy() && link.poll();
    }

    private boolean lazy() {
        return random.nextInt(3) == 0;
    }

    @Override
    public long bytesMoved() {
        return link.bytesMoved();
    }

    @Override
    public Traffic traffic() {
        return link.traffic();
    }

    @Override
    public void close() {
        link.close();
    }
}
