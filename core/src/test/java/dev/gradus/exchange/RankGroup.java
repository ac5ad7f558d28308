package dev.gradus.exchange;

import dev.gradus.exchange.transport.Link;
import dev.gradus.exchange.transport.MemoryLink;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.exchange.transport.PlainWire;
import dev.gradus.exchange.transport.SharedMemory;
import dev.gradus.exchange.transport.StreamLink;
import dev.gradus.metrics.Ledger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Ranks as threads of a test, linked through memory, through shared memory or through loopback connections. */
public final class RankGroup implements AutoCloseable {

    private final List<Mesh> meshes = new ArrayList<>();

    /** Makes the two ends between two ranks, first that of the lower one. */
    public interface Pairing {
        Link[] pair(int a, int b) throws IOException;
    }

    /** What a rank does. */
    public interface Task<T> {
        T run(Mesh mesh) throws Exception;
    }

    private RankGroup(int ranks, Duration timeout, Pairing pairing) throws IOException {
        Link[][] links = new Link[ranks][ranks];
        for (int a = 0; a < ranks; a++) {
            for (int b = a + 1; b < ranks; b++) {
                Link[] ends = pairing.pair(a, b);
                links[a][b] = ends[0];
                links[b][a] = ends[1];
            }
        }
        for (int rank = 0; rank < ranks; rank++) {
            meshes.add(new Mesh(rank, Arrays.asList(links[rank]), new Ledger(ranks), timeout));
        }
    }

    public static RankGroup inMemory(int ranks, Duration timeout) throws IOException {
        return new RankGroup(ranks, timeout, MemoryLink::pair);
    }

    public static RankGroup overTcp(int ranks, Duration timeout) throws IOException {
        return new RankGroup(ranks, timeout, RankGroup::tcpPair);
    }

    public static RankGroup inSharedMemory(int ranks, Duration timeout) throws IOException {
        return new RankGroup(ranks, timeout, RankGroup::sharedPair);
    }

    /** A group in which every two ranks are linked as {@code pairing} says. */
    public static RankGroup linked(int ranks, Duration timeout, Pairing pairing) throws IOException {
        return new RankGroup(ranks, timeout, pairing);
    }

    /** The two ends of a loopback connection as links, first that of rank {@code a}. */
    public static Link[] tcpPair(int a, int b) throws IOException {
        return linksOver(a, b, connection());
    }

    /** Links over the two ends of a connection, whatever lies between them; first that of rank {@code a}. */
    public static Link[] linksOver(int a, int b, SocketChannel[] ends) throws IOException {
        return new Link[] {new StreamLink(b, 1, new PlainWire(ends[0])), new StreamLink(a, 1, new PlainWire(ends[1]))};
    }

    /** The two ends of memory that is shared through a file, first that of rank {@code a}. */
    public static Link[] sharedPair(int a, int b) throws IOException {
        SocketChannel[] ends = connection();
        try (SharedMemory made = SharedMemory.create()) {
            SharedMemory opened = SharedMemory.open(made.path());
            return new Link[] {made.link(b, ends[0], true), opened.link(a, ends[1], false)};
        }
    }

    /** The two ends of a loopback connection. */
    public static SocketChannel[] connection() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel caller = SocketChannel.open(server.getLocalAddress());
            return new SocketChannel[] {caller, server.accept()};
        }
    }

    public Mesh mesh(int rank) {
        return meshes.get(rank);
    }

    /** Runs the task once for each rank, all at the same time, and returns what came of it, by rank. */
    public <T> List<T> run(Task<T> task) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(meshes.size());
        try {
            List<Callable<T>> calls = new ArrayList<>();
            meshes.forEach(mesh -> calls.add(() -> task.run(mesh)));
            List<T> results = new ArrayList<>();
            for (Future<T> future : threads.invokeAll(calls)) {
                results.add(future.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    @Override
    public void close() {
        meshes.forEach(Mesh::close);
    }
}
