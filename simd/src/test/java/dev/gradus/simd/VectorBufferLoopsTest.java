package dev.gradus.simd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.exchange.BufferLoops;
import dev.gradus.exchange.BufferLoopsContract;
import org.junit.jupiter.api.Test;

/** The loops on the Vector API. */
class VectorBufferLoopsTest implements BufferLoopsContract {

    @Override
    public BufferLoops loops() {
        return new VectorBufferLoops();
    }

    @Test
    void aVectorThatCannotReadBuffersDoesNotFit() {
        assertThat(VectorBufferLoops.fits()).isEqualTo(Runtime.version().feature() < 19);
        assertThat(VectorBufferLoops.fits(String.class)).isFalse();
    }
}
