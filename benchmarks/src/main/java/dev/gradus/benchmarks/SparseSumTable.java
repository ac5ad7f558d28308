package dev.gradus.benchmarks;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.SparseRows;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.exchange.transport.Link;
import dev.gradus.exchange.transport.MemoryLink;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.exchange.transport.PlainWire;
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
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * Prints time and bytes of the sum of touched rows beside those of the dense sum of the same matrix, by the share of
 * rows that each rank touches. Ranks are threads. Both sums are measured in turns, and the shortest time of each
 * counts, since a machine with other work to do can only make them longer.
 *
 * <p>Arguments: ranks, links ({@code memory} or {@code tcp}), turns.
 */
public final class SparseSumTable {

    private static final double[] DENSITIES = {0.0001, 0.001, 0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.7};
    private static final int FLOATS = 1 << 20;
    private static final int WARM_UP = 15;

    private final int ranks;
    private final boolean tcp;
    private final int turns;

    private SparseSumTable(int ranks, boolean tcp, int turns) {
        this.ranks = ranks;
        this.tcp = tcp;
        this.turns = turns;
    }

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        int ranks = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        boolean tcp = args.length > 1 && args[1].equals("tcp");
        int turns = args.length > 2 ? Integer.parseInt(args[2]) : 40;
        SparseSumTable table = new SparseSumTable(ranks, tcp, turns);
        System.out.printf("%d ranks over %s, 4 MB as floats%n", ranks, tcp ? "tcp" : "memory");
        System.out.println("width  touched   rows ms  dense ms  ratio  rows kB  dense kB");
        for (int width : new int[] {1, 4, 16, 64}) {
            for (double density : DENSITIES) {
                table.measure(width, density);
            }
        }
    }

    /** What one rank found: shortest times in nanoseconds, bytes sent in one sum. */
    private record Figures(long rowsNanos, long denseNanos, long rowsBytes, long denseBytes) {}

    private void measure(int width, double density) throws IOException, InterruptedException, ExecutionException {
        List<Mesh> meshes = meshes();
        ExecutorService threads = Executors.newFixedThreadPool(ranks);
        try {
            List<Callable<Figures>> calls = new ArrayList<>();
            for (Mesh mesh : meshes) {
                calls.add(() -> rank(mesh, width, density));
            }
            Figures first = null;
            for (Future<Figures> future : threads.invokeAll(calls)) {
                Figures figures = future.get();
                first = first == null ? figures : first;
            }
            print(width, density, first);
        } finally {
            threads.shutdownNow();
            meshes.forEach(Mesh::close);
        }
    }

    private static void print(int width, double density, @Nullable Figures figures) {
        if (figures != null) {
            System.out.printf(
                    "%5d  %6.2f%%  %8.3f  %8.3f  %5.2f  %7d  %8d%n",
                    width,
                    100 * density,
                    figures.rowsNanos / 1e6,
                    figures.denseNanos / 1e6,
                    (double) figures.rowsNanos / figures.denseNanos,
                    figures.rowsBytes / 1000,
                    figures.denseBytes / 1000);
        }
    }

    private Figures rank(Mesh mesh, int width, double density) throws Exception {
        try (Exchange exchange = new MeshExchange(mesh)) {
            SparseRows touched = touched(mesh.rank(), width, density);
            SparseRows rows = new SparseRows(touched.rows(), width);
            float[] dense = new float[FLOATS];
            long rowsNanos = Long.MAX_VALUE;
            long denseNanos = Long.MAX_VALUE;
            long rowsBytes = 0;
            long denseBytes = 0;
            for (int turn = 0; turn < WARM_UP + turns; turn++) {
                rows.clear();
                rows.append(touched, 0, touched.count());
                exchange.barrier();
                long sent = exchange.traffic().bytesSent();
                long start = System.nanoTime();
                exchange.sumRows(rows);
                rowsNanos = Math.min(rowsNanos, System.nanoTime() - start);
                rowsBytes = exchange.traffic().bytesSent() - sent;
                exchange.barrier();
                sent = exchange.traffic().bytesSent();
                start = System.nanoTime();
                exchange.sum(dense, 0, FLOATS);
                denseNanos = Math.min(denseNanos, System.nanoTime() - start);
                denseBytes = exchange.traffic().bytesSent() - sent;
            }
            return new Figures(rowsNanos, denseNanos, rowsBytes, denseBytes);
        }
    }

    private static SparseRows touched(int rank, int width, double density) {
        SplittableRandom random = new SplittableRandom(rank);
        SparseRows rows = new SparseRows(FLOATS / width, width);
        float[] row = new float[width];
        for (int id = 0; id < rows.rows(); id++) {
            if (random.nextDouble() < density) {
                Arrays.fill(row, id);
                rows.add(id, row, 0);
            }
        }
        return rows;
    }

    private List<Mesh> meshes() throws IOException {
        @Nullable Link[][] links = new @Nullable Link[ranks][ranks];
        for (int a = 0; a < ranks; a++) {
            for (int b = a + 1; b < ranks; b++) {
                Link[] ends = tcp ? connected(a, b) : MemoryLink.pair(a, b);
                links[a][b] = ends[0];
                links[b][a] = ends[1];
            }
        }
        List<Mesh> meshes = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            meshes.add(new Mesh(rank, Arrays.asList(links[rank]), new Ledger(ranks), Duration.ofSeconds(30)));
        }
        return meshes;
    }

    private static Link[] connected(int a, int b) throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            SocketChannel caller = SocketChannel.open(server.getLocalAddress());
            return new Link[] {
                new StreamLink(b, 1, new PlainWire(caller)), new StreamLink(a, 1, new PlainWire(server.accept()))
            };
        }
    }
}
