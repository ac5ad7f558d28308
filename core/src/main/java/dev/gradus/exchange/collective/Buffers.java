package dev.gradus.exchange.collective;

/** Working memory for each rank, which grows to what was needed most and is then reused. */
final class Buffers {

    private final float[][] buffers;

    Buffers(int ranks) {
        buffers = new float[ranks][0];
    }

    /** A buffer of {@code floats} floats at least; its content is whatever was left in it. */
    float[] of(int rank, int floats) {
        if (buffers[rank].length < floats) {
            buffers[rank] = new float[floats];
        }
        return buffers[rank];
    }
}
