package dev.gradus.metrics;

import java.util.Arrays;
import java.util.List;

/** Measures how fast this thread reads memory, to tell a rank that waits for memory from one that computes. */
public final class MemoryProbe {

    private static final long ENOUGH_BYTES = 256L << 20;

    private MemoryProbe() {}

    /** Bytes per second while reading the arrays that a rank works on; 0 when there are none. */
    public static double bytesPerSecond(List<float[]> arrays) {
        long once = arrays.stream()
                .mapToLong(array -> (long) array.length * Float.BYTES)
                .sum();
        if (once == 0) {
            return 0;
        }
        long bytes = 0;
        long differences = 0;
        long start = System.nanoTime();
        do {
            for (float[] array : arrays) {
                // The comparison of ranges is a vector loop of the JVM and reads as fast as memory delivers.
                differences += Arrays.mismatch(array, 0, array.length, array, 0, array.length);
            }
            bytes += once;
        } while (bytes < ENOUGH_BYTES && System.nanoTime() - start < 50_000_000);
        long nanos = System.nanoTime() - start;
        return differences > 0 ? 0 : bytes * 1e9 / Math.max(1, nanos);
    }
}
