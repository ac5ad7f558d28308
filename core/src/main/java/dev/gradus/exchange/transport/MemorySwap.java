package dev.gradus.exchange.transport;

import dev.gradus.exchange.ExchangeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * How the ranks of a mesh get memory that all of them can reach: each makes a piece and tells the others where it is,
 * each opens those of all, and all say whether that went well. If one could not, none has any.
 */
public final class MemorySwap {

    /** Numbers in a message that says where memory is: a length and as many characters. */
    private static final int PLACE = 256;

    /** Memory between threads, for as long as its owner is in {@link #swap}. */
    private static final Map<String, ByteBuffer> IN_PROCESS = new ConcurrentHashMap<>();

    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final Mesh mesh;
    private final int tag;
    private final int bytes;

    private MemorySwap(Mesh mesh, int tag, int bytes) {
        this.mesh = mesh;
        this.tag = tag;
        this.bytes = bytes;
    }

    /**
     * What memory every two ranks can reach. Ranks ask each other: one whose own links all share memory cannot know of
     * two others whose link does not. Every rank must call it.
     */
    public static Sharing sharing(Mesh mesh, int tag) throws ExchangeException {
        Sharing all = mesh.sharing();
        for (float[] answer : new MemorySwap(mesh, tag, 0).all(new float[] {all.level()})) {
            all = all.and(Sharing.of((int) answer[0]));
        }
        return all;
    }

    /**
     * Memory of every rank, by rank, filled with zeros; null where ranks cannot share any, or not so much. Every rank
     * must call it with the same size, and with what {@link #sharing} said.
     */
    public static ByteBuffer @Nullable [] swap(Mesh mesh, int tag, int bytes, Sharing sharing)
            throws ExchangeException {
        MemorySwap swap = new MemorySwap(mesh, tag, bytes);
        return switch (sharing) {
            case NOTHING -> null;
            case FILES -> swap.files();
            case PROCESS -> swap.inProcess();
        };
    }

    private ByteBuffer @Nullable [] files() throws ExchangeException {
        SharedFile own;
        try {
            own = SharedFile.create(bytes);
        } catch (IOException e) {
            // No room: the others learn that there is nothing to share, and all go without.
            return swap("", ByteBuffer.allocate(0), place -> ByteBuffer.allocate(0));
        }
        try {
            return swap(
                    own.path().toString(),
                    own.memory(),
                    place -> SharedFile.open(place, bytes).memory());
        } finally {
            unname(own);
        }
    }

    private static void unname(SharedFile file) {
        try {
            file.close();
        } catch (IOException e) {
            file.path().toFile().deleteOnExit(); // its memory is in use already; only the name is left to be removed
        }
    }

    private ByteBuffer @Nullable [] inProcess() throws ExchangeException {
        String place = "memory-" + NUMBERS.getAndIncrement();
        ByteBuffer own = ByteBuffer.allocateDirect(bytes);
        IN_PROCESS.put(place, own);
        try {
            return swap(place, own, MemorySwap::inProcess);
        } finally {
            IN_PROCESS.remove(place);
        }
    }

    private static ByteBuffer inProcess(String place) throws IOException {
        ByteBuffer memory = IN_PROCESS.get(place);
        if (memory == null) {
            throw new IOException("no such memory: place=" + place);
        }
        return memory;
    }

    /** Opens what a peer has made. */
    private interface Opening {
        ByteBuffer open(String place) throws IOException;
    }

    private ByteBuffer @Nullable [] swap(String place, ByteBuffer own, Opening opening) throws ExchangeException {
        String[] places = places(place);
        ByteBuffer[] memory = new ByteBuffer[places.length];
        boolean good = true;
        for (int rank = 0; rank < places.length; rank++) {
            try {
                good &= !places[rank].isEmpty();
                memory[rank] = rank == mesh.rank() || !good ? own : opening.open(places[rank]);
            } catch (IOException e) {
                good = false; // another file system behind the same name, or another user: all go without
            }
        }
        return allAgree(good) ? memory : null;
    }

    private String[] places(String own) throws ExchangeException {
        float[] message = new float[PLACE];
        message[0] = own.length();
        for (int i = 0; i < own.length(); i++) {
            message[i + 1] = own.charAt(i);
        }
        float[][] messages = all(message);
        String[] places = new String[messages.length];
        for (int rank = 0; rank < places.length; rank++) {
            // What a peer says is no length yet: less than nothing is nothing, and there is no more than was sent.
            char[] text = new char[Math.max(0, Math.min(PLACE - 1, (int) messages[rank][0]))];
            for (int i = 0; i < text.length; i++) {
                text[i] = (char) messages[rank][i + 1];
            }
            places[rank] = new String(text);
        }
        return places;
    }

    private boolean allAgree(boolean good) throws ExchangeException {
        return Arrays.stream(all(new float[] {good ? 1 : 0})).allMatch(answer -> answer[0] == 1);
    }

    /** The message of every rank, by rank. */
    private float[][] all(float[] own) throws ExchangeException {
        float[][] messages = new float[mesh.ranks()][own.length];
        messages[mesh.rank()] = own;
        for (int distance = 1; distance < mesh.ranks(); distance++) {
            mesh.send((mesh.rank() + distance) % mesh.ranks(), tag, own, 0, own.length);
        }
        for (int distance = 1; distance < mesh.ranks(); distance++) {
            int peer = (mesh.rank() + mesh.ranks() - distance) % mesh.ranks();
            mesh.receive(peer, tag, messages[peer], 0, own.length);
        }
        mesh.flush();
        return messages;
    }
}
