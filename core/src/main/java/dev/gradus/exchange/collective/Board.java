package dev.gradus.exchange.collective;

import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.transport.MemorySwap;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.exchange.transport.Sharing;
import dev.gradus.metrics.Traffic;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Memory of every rank that every rank of one machine can read, and how they meet in it.
 *
 * <p>Each rank owns one piece: a counter, its <em>stage</em>, and two <em>slots</em> of floats. A rank that has laid
 * down its numbers raises its stage; whoever sees it there sees the numbers. Slots take turns by stage: a rank that
 * writes one for stage {@code s} has seen all others at {@code s - 1}, so all have read what stood there at {@code s -
 * 2}.
 */
final class Board {

    /** Floats in a slot: 64 KB. */
    static final int SLOT_FLOATS = 16 << 10;

    /** Where a rank says what it is doing at a stage: one place for each turn, apart from the counter. */
    private static final int PURPOSE_AT = 256;

    private static final int SLOTS_AT = 4096;
    private static final int SLOT_BYTES = SLOT_FLOATS * Float.BYTES;
    private static final int BYTES = SLOTS_AT + 2 * SLOT_BYTES;
    private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    private final Mesh mesh;
    private final ByteBuffer[] memory;
    private final Sharing sharing;
    private final ByteBuffer[][] slots;
    private final BooleanSupplier here = this::awaitedIsHere;
    private long stage;
    private long purpose;
    private int awaited;
    private long floatsRead;
    private long floatsShown;
    private long messages;

    private Board(Mesh mesh, ByteBuffer[] memory, Sharing sharing) {
        this.mesh = mesh;
        this.memory = memory;
        this.sharing = sharing;
        this.slots = new ByteBuffer[memory.length][2];
        for (int rank = 0; rank < memory.length; rank++) {
            for (int slot = 0; slot < 2; slot++) {
                slots[rank][slot] = memory[rank]
                        .slice(SLOTS_AT + slot * SLOT_BYTES, SLOT_BYTES)
                        .order(ByteOrder.nativeOrder());
            }
        }
    }

    /** The board of a mesh whose ranks can share memory, else null. Every rank must call it. */
    static @Nullable Board form(Mesh mesh, int tag) throws ExchangeException {
        Sharing sharing = MemorySwap.sharing(mesh, tag);
        ByteBuffer[] memory = MemorySwap.swap(mesh, tag, BYTES, sharing);
        return memory == null ? null : new Board(mesh, memory, sharing);
    }

    /** More memory of every rank that all can read, by rank; null where there is no room. Every rank must call it. */
    ByteBuffer @Nullable [] more(int tag, int bytes) throws ExchangeException {
        return MemorySwap.swap(mesh, tag, bytes, sharing);
    }

    static FloatBuffer floats(ByteBuffer memory) {
        return memory.order(ByteOrder.nativeOrder()).asFloatBuffer();
    }

    /** The slot of a rank whose turn it is at that stage, in the byte order of the machine. */
    ByteBuffer slot(int rank, long ofStage) {
        return slots[rank][(int) (ofStage & 1)];
    }

    /** The stage that this rank is at. */
    long stage() {
        return stage;
    }

    /**
     * Raises this rank's stage: all that it wrote before can be read by whoever sees it there. {@code tag} and
     * {@code floats} say what for, and must be the same on all ranks.
     */
    void advance(int tag, int floats) {
        stage++;
        purpose = (long) tag << 32 | floats;
        LONGS.set(memory[mesh.rank()], purposeAt(), purpose);
        LONGS.setRelease(memory[mesh.rank()], 0, stage); // pairs with the acquire in awaitedIsHere()
    }

    private int purposeAt() {
        return PURPOSE_AT + (int) (stage & 1) * Long.BYTES;
    }

    /** Waits for a peer to be at this rank's stage, or beyond, and checks that it came for the same. */
    void await(int peer) throws ExchangeException {
        awaited = peer;
        mesh.await(peer, here);
        long theirs = (long) LONGS.get(memory[peer], purposeAt());
        if (theirs != purpose) {
            throw new ExchangeException(
                    peer,
                    "rank " + peer + " is out of step: expected tag=" + (purpose >> 32) + " floats=" + (int) purpose
                            + ", received tag=" + (theirs >> 32) + " floats=" + (int) theirs);
        }
    }

    private boolean awaitedIsHere() {
        return (long) LONGS.getAcquire(memory[awaited], 0) >= stage; // pairs with the release in advance()
    }

    /** Returns when every rank has come here. */
    void meet(int tag, int floats) throws ExchangeException {
        advance(tag, floats);
        int ranks = memory.length;
        for (int distance = 1; distance < ranks; distance++) {
            await((mesh.rank() + distance) % ranks);
        }
    }

    /** Notes that this rank laid down {@code shown} floats for others to read, and read {@code read} of theirs. */
    void count(long shown, long read, int peers) {
        floatsShown += shown;
        floatsRead += read;
        messages += peers;
    }

    /** What went over this board so far, counted as if it had been sent. */
    Traffic traffic() {
        return new Traffic(floatsShown * Float.BYTES, floatsRead * Float.BYTES, messages, 0);
    }
}
