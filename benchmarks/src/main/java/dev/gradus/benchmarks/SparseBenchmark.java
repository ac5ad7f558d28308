package dev.gradus.benchmarks;

import dev.gradus.data.DataException;
import dev.gradus.data.sparse.SparseBlock;
import dev.gradus.data.sparse.SparseSet;
import dev.gradus.data.sparse.SparseSource;
import dev.gradus.data.sparse.format.CriteoKind;
import dev.gradus.data.sparse.format.LibsvmKind;
import dev.gradus.data.sparse.format.RowFileKind;
import dev.gradus.data.sparse.format.RowStatistics;
import dev.gradus.data.sparse.format.VwKind;
import dev.gradus.job.Job;
import dev.gradus.job.KeyList;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;

/**
 * Prints how fast sparse rows are parsed, made into a cache and read from it.
 *
 * <p>Arguments: {@code text=FILE kind=libsvm rounds=3 make=ROWS}, and any key of the kind. With {@code make}, the file
 * is written first if it is not there: that many rows of 39 entries, 13 of them with values, out of 33,762,578
 * features.
 */
public final class SparseBenchmark {

    private static final int ENTRIES = 39;
    private static final int VALUED = 13;
    private static final int[] CATEGORIES = {
        1460,
        583,
        10_131_227,
        2_202_608,
        305,
        24,
        12_517,
        633,
        3,
        93_145,
        5683,
        8_351_593,
        3194,
        27,
        14_992,
        5_461_306,
        10,
        5652,
        2173,
        4,
        7_046_547,
        18,
        15,
        286_181,
        105,
        142_572
    };

    private static final int BLOCK_ROWS = 100;

    private final RowFileKind kind;
    private final Job job;
    private final long bytes;

    private SparseBenchmark(Path text, RowFileKind kind, Map<String, Object> keys) throws IOException {
        this.kind = kind;
        this.job = Job.of(new KeyList(kind.keys()), keys);
        this.bytes = Files.size(text);
    }

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        Map<String, String> words = new LinkedHashMap<>(Map.of("kind", "libsvm", "rounds", "3", "make", "0"));
        Map<String, Object> keys = new LinkedHashMap<>();
        for (String arg : args) {
            String[] parts = arg.split("=", 2);
            if (parts[0].startsWith("data.")) {
                keys.put(parts[0], parts[1].matches("\\d+") ? Long.valueOf(parts[1]) : parts[1]);
            } else {
                words.put(parts[0], parts[1]);
            }
        }
        String file = words.get("text");
        if (file == null) {
            throw new IllegalArgumentException("no text: write text=FILE");
        }
        Path text = Path.of(file);
        long rows = Long.parseLong(words.getOrDefault("make", "0"));
        if (rows > 0 && !Files.exists(text)) {
            make(text, rows);
        }
        keys.put("data.path", file);
        SparseBenchmark benchmark = new SparseBenchmark(text, kind(words.getOrDefault("kind", "")), keys);
        for (int round = 0; round < Integer.parseInt(words.getOrDefault("rounds", "3")); round++) {
            benchmark.round();
        }
    }

    private static RowFileKind kind(String name) {
        return Stream.<RowFileKind>of(new LibsvmKind(), new VwKind(), new CriteoKind())
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such kind: kind=" + name));
    }

    /** Rows in which few features are frequent. */
    private static void make(Path file, long rows) throws IOException {
        SplittableRandom random = new SplittableRandom(1);
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            int[] indices = new int[ENTRIES];
            for (long row = 0; row < rows; row++) {
                for (int i = 0; i < ENTRIES; i++) {
                    indices[i] = feature(random, i);
                }
                Arrays.sort(indices);
                out.write(random.nextInt(4) == 0 ? "1" : "-1");
                int before = 0;
                for (int index : indices) {
                    if (index > before) {
                        String value =
                                index <= VALUED ? String.format(Locale.ROOT, "%.4f", 9 * random.nextDouble()) : "1";
                        out.write(" " + index + ":" + value);
                    }
                    before = index;
                }
                out.write('\n');
            }
        }
    }

    /**
     * The first columns are features by themselves; in the others, the r-th most frequent category has a share of 1/r.
     */
    private static int feature(SplittableRandom random, int column) {
        if (column < VALUED) {
            return column + 1;
        }
        int first = VALUED + 1;
        for (int i = VALUED; i < column; i++) {
            first += CATEGORIES[i - VALUED];
        }
        int categories = CATEGORIES[column - VALUED];
        long rank = (long) Math.pow(categories, random.nextDouble()) - 1;
        // Frequent ones stand anywhere in the column, as they do in files.
        return first + (int) (rank * 1_000_003 % categories);
    }

    private void round() throws IOException, InterruptedException, ExecutionException {
        for (int threads = 1; threads <= 2; threads++) {
            long start = System.nanoTime();
            RowStatistics.of(job, kind.format(job), threads);
            report("parse only", threads, System.nanoTime() - start);
        }
        Path cache = Files.createTempDirectory("sparse-benchmark");
        try {
            long start = System.nanoTime();
            SparseSet set = kind.open(job, cache);
            report("text to cache", Runtime.getRuntime().availableProcessors(), System.nanoTime() - start);
            start = System.nanoTime();
            SparseSet again = kind.open(job, cache);
            System.out.printf(Locale.ROOT, "open again: %.3f s%n", (System.nanoTime() - start) / 1e9);
            describe(cache, again);
            for (int threads = 1; threads <= 2; threads++) {
                decode(set.train(), threads);
            }
        } finally {
            clear(cache);
        }
    }

    private void report(String what, int threads, long nanos) {
        System.out.printf(
                Locale.ROOT, "%s, %d threads: %.3f s, %.0f MB/s%n", what, threads, nanos / 1e9, bytes * 1e3 / nanos);
    }

    private static void describe(Path cache, SparseSet set) throws IOException {
        long size = 0;
        try (Stream<Path> files = Files.list(cache)) {
            for (Path file : files.toList()) {
                size += Files.size(file);
            }
        }
        long rows = set.train().rows() + set.test().rows();
        size -= 4L * set.features().size();
        System.out.printf(
                Locale.ROOT,
                "%,d rows, %,d features, %.1f bytes a row%n",
                rows,
                set.features().size(),
                (double) size / rows);
    }

    private static void decode(SparseSource rows, int threads)
            throws InterruptedException, ExecutionException, DataException {
        ExecutorService crew = Executors.newFixedThreadPool(threads);
        try {
            List<Callable<Long>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                long from = rows.rows() * i / threads;
                long to = rows.rows() * (i + 1) / threads;
                tasks.add(() -> read(rows, from, to));
            }
            long start = System.nanoTime();
            long entries = 0;
            for (Future<Long> future : crew.invokeAll(tasks)) {
                entries += future.get();
            }
            long nanos = System.nanoTime() - start;
            System.out.printf(
                    Locale.ROOT,
                    "decode, %d threads: %.2f M rows/s, %.2f ns an entry and thread%n",
                    threads,
                    rows.rows() * 1e3 / nanos,
                    (double) nanos * threads / entries);
        } finally {
            crew.shutdownNow();
        }
    }

    private static long read(SparseSource rows, long from, long to) throws DataException {
        SparseSource.Reader reader = rows.reader();
        SparseBlock block = new SparseBlock();
        long entries = 0;
        for (long next = from; next < to; next += BLOCK_ROWS) {
            block.clear();
            reader.read(next, Math.min(to, next + BLOCK_ROWS), block);
            entries += block.entries();
        }
        return entries;
    }

    private static void clear(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
