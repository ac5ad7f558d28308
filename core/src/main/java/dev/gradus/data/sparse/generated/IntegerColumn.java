package dev.gradus.data.sparse.generated;

/**
 * A column of whole numbers from 0 on whose logarithms are nearly normal: {@code x = floor(e^g - 1)}, or 0 where that
 * is less. Features have {@code ln(x + 2)}, rounded to three decimals. A table of {@value #STEPS} steps of {@code g}
 * has them all, made by {@link StrictMath}, so that all machines agree. Immutable.
 */
final class IntegerColumn {

    /** 64 of the sums of four numbers of 16 bits make a step: a 600th of the deviation. */
    private static final int STEP_BITS = 6;

    static final int STEPS = 1 << (18 - STEP_BITS);

    /** Deviation of the sum of four numbers of 16 bits. */
    private static final double SUM_DEVIATION = StrictMath.sqrt(4 * (65536.0 * 65536.0 - 1) / 12);

    private final int[] numbers = new int[STEPS];
    private final float[] values = new float[STEPS];

    IntegerColumn(double mean, double deviation) {
        for (int step = 0; step < STEPS; step++) {
            double sum = (step << STEP_BITS) + ((1 << STEP_BITS) - 1) / 2.0;
            double normal = (sum - 2 * 65535) / SUM_DEVIATION;
            numbers[step] = (int) StrictMath.expm1(Math.max(0, mean + deviation * normal));
            values[step] = (float) (Math.rint(StrictMath.log(numbers[step] + 2.0) * 1000) / 1000);
        }
    }

    private static int step(long bits) {
        long sum = (bits & 0xFFFF) + (bits >>> 16 & 0xFFFF) + (bits >>> 32 & 0xFFFF) + (bits >>> 48);
        return (int) sum >>> STEP_BITS;
    }

    /** The whole number that 64 random bits stand for. */
    int number(long bits) {
        return numbers[step(bits)];
    }

    /** What the feature has for the same bits. */
    float value(long bits) {
        return values[step(bits)];
    }
}
