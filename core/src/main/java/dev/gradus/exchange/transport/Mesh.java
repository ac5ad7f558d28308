package dev.gradus.exchange.transport;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.Traffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One rank's links to all others. While it waits for one peer it goes on sending to the rest, so no order of calls can
 * block in a circle. Every wait ends: with the message, when no byte has moved for the timeout, or when {@link #abort}
 * tells why the group is over. Used by one thread, except for {@code abort}.
 */
public final class Mesh implements AutoCloseable {

    private final int rank;
    private final List<@Nullable Link> links;
    private final @Nullable Lane[] lanes;
    private Ledger ledger;
    private final Duration timeout;
    private final Patience alone;
    private final Patience besideCompute;
    private Patience patience;
    private final Allowance allowance = new Allowance();
    private long movedBefore;
    private long movedAtRest;
    private volatile @Nullable ExchangeException aborted;

    /** {@code links} has one link for each rank, and null at this rank's own place. */
    public Mesh(int rank, List<@Nullable Link> links, Ledger ledger, Duration timeout) {
        if (rank < 0 || rank >= links.size()) {
            throw new IllegalArgumentException("rank outside the group: rank=" + rank + ", ranks=" + links.size());
        }
        this.rank = rank;
        this.links = links;
        this.lanes = new Lane[links.size()];
        for (int peer = 0; peer < lanes.length; peer++) {
            Link link = links.get(peer);
            lanes[peer] = link == null ? null : new Lane(link);
        }
        int ranksHere = ranksHere(links);
        boolean byCalls = links.stream().anyMatch(link -> link != null && link.sharing() == Sharing.NOTHING);
        this.alone = Patience.amongRanks(ranksHere, byCalls);
        this.besideCompute = Patience.besideCompute(ranksHere, byCalls);
        this.patience = alone;
        this.ledger = ledger;
        this.timeout = timeout;
    }

    /**
     * The meshes of ranks that are threads of this process and talk through its memory, each with a ledger of its own.
     */
    public static List<Mesh> ofThreads(int ranks, Duration timeout) {
        @Nullable Link[][] links = new @Nullable Link[ranks][ranks];
        for (int a = 0; a < ranks; a++) {
            for (int b = a + 1; b < ranks; b++) {
                MemoryLink[] ends = MemoryLink.pair(a, b);
                links[a][b] = ends[0];
                links[b][a] = ends[1];
            }
        }
        List<Mesh> meshes = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            meshes.add(new Mesh(rank, Arrays.asList(links[rank]), new Ledger(ranks), timeout));
        }
        return meshes;
    }

    private static int ranksHere(List<@Nullable Link> links) {
        return (int) links.stream()
                .filter(link -> link == null || link.onThisMachine())
                .count();
    }

    public int rank() {
        return rank;
    }

    public int ranks() {
        return links.size();
    }

    public Ledger ledger() {
        return ledger;
    }

    /** Changes the ledger; with {@code besideOther} another thread of this rank wants a core as well. */
    public void bookTo(Ledger other, boolean besideOther) {
        ledger = other;
        patience = besideOther ? besideCompute : alone;
    }

    /**
     * Sends {@code data[from..to)} to a peer, after all that was sent to it before; it must not change until
     * {@link #flush}, or until the peer has answered it.
     */
    public void send(int peer, int tag, Floats data, int from, int to) throws ExchangeException {
        lane(peer).send(new Lane.Message(tag, data, from, to));
    }

    public void send(int peer, int tag, float[] data, int from, int to) throws ExchangeException {
        send(peer, tag, Floats.of(data), from, to);
    }

    /**
     * Says where the next message of a peer goes, after those that were expected before. It comes while this rank waits
     * for any peer, and is there when {@link #receive(int)} has returned.
     */
    public void expect(int peer, int tag, Floats into, int from, int to) {
        lane(peer).expect(new Lane.Message(tag, into, from, to));
    }

    /** Waits for the next message of a peer and puts it into {@code into[from..to)}. */
    public void receive(int peer, int tag, float[] into, int from, int to) throws ExchangeException {
        expect(peer, tag, Floats.of(into), from, to);
        receive(peer);
    }

    /** Waits for all messages that are expected from a peer. */
    public void receive(int peer) throws ExchangeException {
        Lane lane = lane(peer);
        if (lane.receive()) {
            return;
        }
        ledger.enter(Account.WAIT, peer);
        patience.reset();
        allow(lane.link());
        do {
            moveOthers(lane);
            rest(lane.link());
        } while (!lane.receive());
        ledger.enter(Account.SEND);
    }

    /** Moves what can be moved to and from all peers, but for what is expected of one. */
    private void moveOthers(Lane awaited) throws ExchangeException {
        for (Lane lane : lanes) {
            if (lane != null) {
                lane.flush();
                if (lane != awaited) {
                    lane.receive();
                }
            }
        }
    }

    /** Pauses, unless bytes have moved since the last look: what keeps coming is not waited for. */
    private void rest(Link link) throws ExchangeException {
        long moved = 0;
        for (Lane lane : lanes) {
            moved += lane == null ? 0 : lane.link().bytesMoved();
        }
        if (moved == movedAtRest) {
            pause(link);
        } else {
            movedAtRest = moved;
            patience.reset();
        }
    }

    /** Waits for a peer until {@code here} says that it has come, which something else than a message tells. */
    public void await(int peer, BooleanSupplier here) throws ExchangeException {
        if (here.getAsBoolean()) {
            return;
        }
        Link link = lane(peer).link();
        ledger.enter(Account.WAIT, peer);
        patience.reset();
        allow(link);
        do {
            pause(link);
            if (patience.slow() && !here.getAsBoolean()) {
                link.checkPeer();
            }
        } while (!here.getAsBoolean());
        ledger.enter(Account.SEND);
    }

    /** What memory this rank and each of its peers can reach. */
    public Sharing sharing() {
        Sharing all = Sharing.PROCESS;
        for (Link link : links) {
            all = link == null ? all : all.and(link.sharing());
        }
        return all;
    }

    /** Waits until everything that was sent has left this process. */
    public void flush() throws ExchangeException {
        Link behind = flushAll();
        if (behind != null) {
            patience.reset();
            allow(behind);
        }
        while (behind != null) {
            rest(behind);
            behind = flushAll();
        }
    }

    /** Waits until at most {@code waiting} messages to a peer have not left this process. */
    public void drain(int peer, int waiting) throws ExchangeException {
        Lane lane = lane(peer);
        if (lane.drain(waiting)) {
            return;
        }
        patience.reset();
        allow(lane.link());
        do {
            rest(lane.link());
        } while (!lane.drain(waiting));
    }

    /** Moves what can be moved on every link; returns one whose peer has not taken everything yet, or null. */
    private @Nullable Link flushAll() throws ExchangeException {
        Link behind = null;
        for (Lane lane : lanes) {
            if (lane != null && !lane.flush()) {
                behind = lane.link();
            }
        }
        return behind;
    }

    /** Gives a peer the whole timeout, from now on, to move a byte. */
    private void allow(Link link) {
        allowance.grant(timeout);
        movedBefore = link.bytesMoved();
    }

    private void pause(Link link) throws ExchangeException {
        patience.pause();
        if (patience.slow()) {
            check();
            if (allowance.usedUp()) {
                if (link.bytesMoved() == movedBefore) {
                    throw new ExchangeException(
                            link.peer(),
                            "rank " + link.peer() + " is silent: waited=" + timeout.toMillis() / 1e3 + "s");
                }
                allow(link);
            }
        }
    }

    /** Throws why the group is over, if it is. */
    public void check() throws ExchangeException {
        ExchangeException reason = aborted;
        if (reason != null) {
            throw new ExchangeException(reason.peer(), String.valueOf(reason.getMessage()), reason);
        }
    }

    /** Ends the wait of the thread that uses this mesh, now or the next time it waits. Any thread may call it. */
    public void abort(int peer, String reason) {
        aborted = new ExchangeException(peer, reason);
    }

    private Lane lane(int peer) {
        Lane lane = lanes[peer];
        if (lane == null) {
            throw new IllegalArgumentException("rank has no link to itself: rank=" + peer);
        }
        return lane;
    }

    public Traffic traffic() {
        Traffic sum = Traffic.NONE;
        for (Link link : links) {
            sum = link == null ? sum : sum.plus(link.traffic());
        }
        return sum;
    }

    @Override
    public void close() {
        for (Link link : links) {
            if (link != null) {
                link.close();
            }
        }
    }
}
