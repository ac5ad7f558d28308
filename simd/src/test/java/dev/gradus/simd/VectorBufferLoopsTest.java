package dev.gradus.simd;

import dev.gradus.exchange.BufferLoops;
import dev.gradus.exchange.BufferLoopsContract;

/** The loops on the Vector API. */
class VectorBufferLoopsTest implements BufferLoopsContract {

    @Override
    public BufferLoops loops() {
        return new VectorBufferLoops();
    }
}
