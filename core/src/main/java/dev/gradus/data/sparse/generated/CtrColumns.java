package dev.gradus.data.sparse.generated;

import java.util.Arrays;

/**
 * What the columns of a generated click look like: 13 of whole numbers, then 26 of categories. Sizes are those of the
 * Criteo Kaggle set (the third with 12 fewer, so that there are 33,762,578 features in all), exponents make as many
 * different categories occur among 7,200 rows as in real ones.
 */
final class CtrColumns {

    /** The number of the first feature: 1, as in the texts that other tools read, so that both name features alike. */
    static final int FIRST_FEATURE = 1;

    /** Columns of whole numbers, which are also the first features. */
    static final int INTEGERS = 13;

    static final int CATEGORIES = 26;

    /** Entries of every row. */
    static final int ENTRIES = INTEGERS + CATEGORIES;

    /** Features of the Kaggle set. */
    static final int KAGGLE_SPACE = 33_762_578;

    /** A column of so many categories keeps them in a set of any size: fewer would hide what it has to tell. */
    private static final int KEPT = 64;

    private static final int[] SIZES = {
        1460, 583, 10131215, 2202608, 305, 24, 12517, 633, 3, 93145, 5683, 8351593, 3194, 27, 14992, 5461306, 10, 5652,
        2173, 4, 7046547, 18, 15, 286181, 105, 142572
    };

    private static final double[] EXPONENTS = {
        2.006, 1.486, 1.039, 1.102, 2.5, 2.5, 0.97, 2.319, 1.8, 1.108, 1.048, 1.049, 1.039, 1.9, 1.142, 1.071, 1.6,
        1.27, 1.522, 0.9, 1.056, 2.5, 1.5, 1.19, 1.9, 1.256
    };

    /** Mean and deviation of the logarithm of each whole number. */
    private static final double[] MEANS = {0.8, 2.1, 2.2, 1.7, 7.3, 3.6, 1.5, 2.1, 3.7, 0.36, 0.86, 0.36, 1.9};

    private static final double[] DEVIATIONS = {1.0, 2.1, 1.27, 0.98, 2.7, 1.8, 1.36, 1.18, 1.7, 0.39, 0.74, 0.7, 1.07};

    private CtrColumns() {}

    static double exponent(int category) {
        return EXPONENTS[category];
    }

    static double mean(int integer) {
        return MEANS[integer];
    }

    static double deviation(int integer) {
        return DEVIATIONS[integer];
    }

    /** The fewest features that the columns can be shrunk to. */
    static int smallestSpace() {
        return INTEGERS + Arrays.stream(SIZES).map(size -> Math.min(size, KEPT)).sum();
    }

    /**
     * How many categories each column has if there are {@code space} features in all: columns of more than
     * {@value #KEPT} shrink or grow by one factor, but not below that; what rounding leaves goes to the largest.
     */
    static int[] sizes(int space) {
        if (space < smallestSpace()) {
            throw new IllegalArgumentException("too few features: space=" + space + ", least=" + smallestSpace());
        }
        int wanted = space - INTEGERS;
        double low = 0;
        double high = (double) Integer.MAX_VALUE / KAGGLE_SPACE;
        // 60 halvings are more than the bits of a double: what is left is the largest factor that fits.
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (sum(scaled(middle)) <= wanted) {
                low = middle;
            } else {
                high = middle;
            }
        }
        int[] sizes = scaled(low);
        int largest = largest(sizes);
        sizes[largest] += (int) (wanted - sum(sizes));
        return sizes;
    }

    private static int[] scaled(double factor) {
        return Arrays.stream(SIZES)
                .map(size -> size <= KEPT ? size : Math.max(KEPT, (int) (size * factor)))
                .toArray();
    }

    private static long sum(int[] sizes) {
        return Arrays.stream(sizes).asLongStream().sum();
    }

    private static int largest(int[] sizes) {
        int best = 0;
        for (int i = 1; i < sizes.length; i++) {
            best = sizes[i] > sizes[best] ? i : best;
        }
        return best;
    }
}
