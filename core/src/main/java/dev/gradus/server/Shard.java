package dev.gradus.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.exchange.TreeShare;
import dev.gradus.exchange.transport.Frame;
import dev.gradus.json.Json;
import dev.gradus.json.Records;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One server: its tables, and on shard 0 also the tickets and sums of all workers. Answers requests, at once or, where
 * one has to wait for other workers, when those have done their part or are gone. Used through {@link GuardedShard}.
 */
final class Shard {

    /** Requests of one worker that may wait for others. */
    private static final int MOST_HELD = 1024;

    private final int index;
    private final int shards;
    private final int workers;
    private final @Nullable ShardConnection[] connections;
    private final boolean[] live;
    private final Map<Integer, Opening> openings = new LinkedHashMap<>();
    private final List<Held> held = new ArrayList<>();
    private final SumRound sums;
    private final ShardSharing sharing;
    private volatile @Nullable SharedRows shared;
    private ShardCounts.Moved closed = ShardCounts.Moved.NOTHING;
    private volatile ShardCounts counts = new ShardCounts(ShardCounts.Moved.NOTHING, List.of());
    private Terms terms = Terms.async();
    private TableStore store;
    private Tickets tickets = new Tickets();
    private SyncStep step;

    /** Whether the request in hand has made answers to others. */
    private boolean answersOthers;

    /** A worker's wish to make tables. */
    private record Opening(ShardConnection from, int tag, int machine, String words) {}

    /** A request that waits for other workers. */
    @SuppressWarnings("ArrayRecordComponent") // carries arrays from one method to the next, and is never compared
    private record Held(ShardConnection from, Frame head, byte[] payload) {}

    Shard(int index, int shards, int workers) {
        this.index = index;
        this.shards = shards;
        this.workers = workers;
        this.connections = new @Nullable ShardConnection[workers];
        this.live = new boolean[workers];
        Arrays.fill(live, true);
        this.sums = new SumRound(workers);
        this.sharing = new ShardSharing(new SharedRows.Owner(index, shards, workers));
        this.store = new TableStore(List.of(), terms, index, shards, counts);
        this.step = new SyncStep(TreeShare.oneLeafEach(workers), store.tables());
    }

    int index() {
        return index;
    }

    /** The rows, if workers have them in their memory too. Any thread may ask. */
    @Nullable
    SharedRows shared() {
        return shared;
    }

    /** What is counted now; any thread may ask. */
    ShardCounts counts() {
        return counts;
    }

    /** Lets a worker in; false if it is here already, was lost or does not exist. */
    boolean admit(ShardConnection connection) {
        int rank = connection.rank();
        if (rank < 0 || rank >= workers || !live[rank] || connections[rank] != null) {
            return false;
        }
        connections[rank] = connection;
        return true;
    }

    /** Whether every worker has left or was lost. */
    boolean isOver() {
        return live() == 0;
    }

    /** Leaves nothing behind. */
    void close() {
        sharing.drop();
    }

    private int live() {
        int count = 0;
        for (boolean here : live) {
            count += here ? 1 : 0;
        }
        return count;
    }

    /**
     * Handles a request. What cannot be understood ends the connection; what must not be done is refused. True if
     * others may have got answers.
     */
    boolean handle(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        checkHere(from);
        answersOthers = false;
        dispatch(from, head, payload);
        return answersOthers;
    }

    /** Answers a pull, unless it has to wait: false then. Changes nothing, so threads may do so at once. */
    boolean tryPull(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        checkHere(from);
        boolean free = shared == null && !step.has(from.rank()); // shared rows have one reader at a time
        if (free) {
            pull(from, head, payload);
        }
        return free;
    }

    /** A worker may have been given up while its last requests were on their way. */
    private void checkHere(ShardConnection from) throws IOException {
        if (connections[from.rank()] != from) {
            throw new IOException("worker is not here any more: rank=" + from.rank());
        }
    }

    private void dispatch(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        switch (head.type()) {
            case FrameType.PULL, FrameType.PULL_RANGE, FrameType.PULL_STATE -> pull(from, head, payload);
            case FrameType.PUSH -> push(from, head, payload);
            case FrameType.TAKE -> take(from, head, payload);
            case FrameType.SUM -> sum(from, head, payload);
            case FrameType.SET, FrameType.SET_STATE -> set(from, head, payload);
            case FrameType.OPEN -> open(from, head, payload);
            case FrameType.MAPPED -> {
                sharing.mapped(from, head.tag(), payload);
                settle();
            }
            case FrameType.STATISTICS -> statistics(from, head);
            case FrameType.BEAT -> from.answer(FrameType.BEAT, head.tag());
            case FrameType.LEAVE -> {
                from.answer(FrameType.DONE, head.tag());
                from.leaves();
            }
            default -> throw new IOException("message of an unknown type: type=" + head.type());
        }
    }

    private void pull(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        if (step.has(from.rank())) {
            hold(from, head, payload); // it wants what its push helps to make
        } else if (head.type() == FrameType.PULL) {
            store.pull(from, head.tag(), head.offset(), payload);
        } else if (head.type() == FrameType.PULL_RANGE) {
            store.pullRange(from, head.tag(), head.offset(), payload);
        } else {
            store.pullState(from, head.tag(), head.offset(), payload);
        }
    }

    private void hold(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        if (held.stream().filter(request -> request.from() == from).count() >= MOST_HELD) {
            throw new IOException("too many requests at once: requests=" + MOST_HELD);
        }
        byte[] copy = new byte[payload.remaining()];
        payload.get(copy);
        held.add(new Held(from, head, copy));
    }

    private void push(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        if (step.has(from.rank())) {
            hold(from, head, payload); // of the next step: the other shards have finished this one sooner
            return;
        }
        PushReader.Head push = PushReader.head(payload);
        if (push.samples() < 0 || push.step() < 0 || !Double.isFinite(push.rate())) {
            throw new IOException(
                    "push is wrong: samples=" + push.samples() + ", step=" + push.step() + ", rate=" + push.rate());
        }
        if (!from.window().isNew(push.number())) {
            counts.repeated();
            from.answer(FrameType.DONE, head.tag());
            return;
        }
        try {
            PushReader read = store.read(payload);
            if (terms.consistency() == Consistency.SYNC) {
                step.add(new SyncStep.Pushed(from, head.tag(), push), read);
                counts.pushed(
                        read.parts().stream().mapToLong(PushReader.Part::count).sum());
            } else {
                store.apply(push);
                tickets.done(from.rank(), push.phase(), push.ticket());
                from.answer(FrameType.DONE, head.tag());
            }
            settle();
        } catch (PushReader.Refusal e) {
            refuse(from, head.tag(), "push of rank " + from.rank() + " refused: " + e.getMessage(), e.notFinite());
        }
    }

    private void set(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        try {
            if (head.type() == FrameType.SET) {
                store.set(payload);
            } else {
                store.setState(payload);
            }
            from.answer(FrameType.DONE, head.tag());
        } catch (PushReader.Refusal e) {
            refuse(from, head.tag(), "rows of rank " + from.rank() + " refused: " + e.getMessage(), e.notFinite());
        }
    }

    private void refuse(ShardConnection from, int tag, String reason, boolean notFinite) {
        counts.refused();
        byte[] text = reason.getBytes(UTF_8);
        byte kind = (byte) (notFinite ? 1 : 0);
        from.answer(
                FrameType.REFUSED, tag, 1 + text.length, out -> out.put(kind).put(text));
    }

    private void take(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        if (payload.remaining() != 2 * Long.BYTES) {
            throw new IOException("request for a ticket is wrong: bytes=" + payload.remaining());
        }
        payload.mark();
        long ahead = terms.consistency() == Consistency.BOUNDED ? (long) terms.staleness() * live() : -1;
        long ticket = tickets.take(from.rank(), payload.getLong(), payload.getLong(), ahead);
        if (ticket == Tickets.WAIT) {
            payload.reset();
            hold(from, head, payload);
            return;
        }
        from.answer(FrameType.TICKET, head.tag(), Long.BYTES, out -> out.putLong(ticket));
    }

    private void sum(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        sums.add(new SumRound.Asker(from, head.tag()), payload);
        settle();
    }

    private void open(ShardConnection from, Frame head, ByteBuffer payload) throws IOException {
        if (payload.remaining() > Wish.MOST_BYTES) {
            throw new IOException("tables are told in too many bytes: bytes=" + payload.remaining());
        }
        String words = UTF_8.decode(payload).toString();
        Opening first = openings.isEmpty() ? null : openings.values().iterator().next();
        if (first != null && !first.words().equals(words)) {
            refuse(
                    from,
                    head.tag(),
                    "tables differ: rank " + from.rank() + " has " + brief(words) + ", rank "
                            + first.from().rank() + " has " + brief(first.words()),
                    false);
            return;
        }
        openings.put(from.rank(), new Opening(from, head.tag(), head.offset(), words));
        settle();
    }

    private static String brief(String words) {
        return words.length() > 1000 ? words.substring(0, 1000) + "..." : words;
    }

    /** Answers every worker: with the tables that all wish for, or why there are none. */
    private void openAll() {
        List<Opening> all = List.copyOf(openings.values());
        openings.clear();
        try {
            byte[] place = make(all.get(0).words(), all).getBytes(UTF_8);
            all.forEach(opening ->
                    opening.from().answer(FrameType.DONE, opening.tag(), place.length, out -> out.put(place)));
        } catch (IOException e) {
            all.forEach(opening -> refuse(opening.from(), opening.tag(), String.valueOf(e.getMessage()), false));
        }
    }

    /** Makes the tables that all workers wish for, and returns where memory is to share them in, if there is any. */
    private String make(String words, List<Opening> all) throws IOException {
        Wish wish = Wish.of(words);
        try {
            counts = new ShardCounts(moved(), counts.lost());
            terms = wish.terms();
            store = new TableStore(wish.tables(), terms, index, shards, counts);
            tickets = new Tickets();
            step = new SyncStep(new TreeShare(Math.max(terms.leaves(), workers), workers), store.tables());
            shared = null;
            boolean apart = all.stream().anyMatch(opening -> opening.from().leavesProcess());
            List<Integer> machines = all.stream().map(Opening::machine).toList();
            return ShardSharing.isPossible(machines, apart, terms) ? sharing.offer(wish.tables()) : "";
        } catch (IllegalArgumentException e) {
            throw Wish.impossible(e);
        }
    }

    private void statistics(ShardConnection from, Frame head) {
        ServerStatistics told = counts.statistics(index, moved(), store.bytesHeld(), shared);
        byte[] text = Json.write(Records.toMap(told)).getBytes(UTF_8);
        from.answer(FrameType.TOLD, head.tag(), text.length, out -> out.put(text));
    }

    private ShardCounts.Moved moved() {
        ShardCounts.Moved all = closed;
        for (ShardConnection connection : connections) {
            all = connection == null ? all : all.plus(connection);
        }
        return all;
    }

    /** Answers what has waited for other workers and need not wait any more. */
    private void settle() throws IOException {
        answersOthers |= !held.isEmpty();
        if (!openings.isEmpty() && openings.size() >= live()) {
            answersOthers = true;
            openAll();
        }
        if (sharing.isComplete(live())) {
            answersOthers = true;
            SharedRows rows = sharing.finish();
            if (rows != null) {
                store.share(rows);
                shared = rows;
            }
        }
        if (sums.isComplete(live())) {
            answersOthers = true;
            summed(sums.result(), sums.finish());
        }
        if (step.isComplete(live())) {
            answersOthers = true;
            store.apply(step).forEach(push -> push.from().answer(FrameType.DONE, push.tag()));
        }
        List<Held> waiting = List.copyOf(held);
        held.clear();
        for (Held request : waiting) {
            again(request);
        }
    }

    /** Handles a request that has waited; one that must wait on is held again, in the same order. */
    private void again(Held request) {
        ByteBuffer payload = ByteBuffer.wrap(request.payload()).order(ByteOrder.LITTLE_ENDIAN);
        try {
            dispatch(request.from(), request.head(), payload);
        } catch (IOException e) {
            // Whoever made this one's turn come is not to blame, so its connection goes on.
            refuse(request.from(), request.head().tag(), String.valueOf(e.getMessage()), false);
        }
    }

    private void summed(float[] sum, List<SumRound.Asker> askers) {
        for (SumRound.Asker asker : askers) {
            int bytes = Integer.BYTES + sum.length * Float.BYTES;
            asker.connection().answer(FrameType.SUMMED, asker.tag(), bytes, out -> {
                out.putInt(askers.size());
                Codec.putFloats(out, sum, 0, sum.length, false);
            });
        }
    }

    /** A worker has gone, by itself or not; the others go on without it. */
    void gone(int rank, boolean byItself) throws IOException {
        if (!live[rank]) {
            return;
        }
        live[rank] = false;
        ShardConnection connection = connections[rank];
        if (connection != null) {
            closed = closed.plus(connection);
            connections[rank] = null;
        }
        openings.remove(rank);
        held.removeIf(request -> request.from().rank() == rank);
        sums.lost(rank);
        sharing.lost(rank);
        step.lost(rank);
        long undone = tickets.lost(rank);
        SharedRows rows = shared;
        if (rows != null) {
            undone += rows.count(rank, SharedRows.Count.TAKEN) - rows.count(rank, SharedRows.Count.DONE);
        }
        if (!byItself) {
            counts.lost(rank, undone);
        }
        settle();
    }
}
