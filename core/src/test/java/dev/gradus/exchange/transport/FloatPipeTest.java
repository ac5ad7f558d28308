package dev.gradus.exchange.transport;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.FloatBuffer;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class FloatPipeTest {

    private static final int CAPACITY = 1 << 14;

    @Test
    void anEmptyPipeGivesAndAFullOneTakesNothing() {
        FloatPipe pipe = new FloatPipe();
        FloatBuffer floats = FloatBuffer.allocate(CAPACITY + 1);
        assertThat(pipe.read(floats, 0, 10)).isZero();

        assertThat(pipe.write(floats, 0, floats.capacity())).isEqualTo(CAPACITY);

        assertThat(pipe.write(floats, 0, 1)).isZero();
        assertThat(pipe.read(floats, 0, floats.capacity())).isEqualTo(CAPACITY);
        assertThat(pipe.read(floats, 0, 1)).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2})
    void everyFloatArrivesInOrderWhileBothSidesMoveAnyNumberAtATime(long seed) {
        int total = 2_000_000;
        FloatPipe pipe = new FloatPipe();
        CompletableFuture<Void> writer =
                CompletableFuture.runAsync(() -> write(pipe, total, new SplittableRandom(seed)));
        SplittableRandom random = new SplittableRandom(seed + 100);
        FloatBuffer part = FloatBuffer.allocate(CAPACITY);

        int read = 0;
        while (read < total) {
            int count = pipe.read(part, 0, 1 + random.nextInt(CAPACITY - 1));
            for (int i = 0; i < count; i++) {
                if (part.get(i) != read + i) {
                    assertThat(part.get(i)).isEqualTo(read + i);
                }
            }
            read += count;
        }

        writer.join();
        assertThat(pipe.read(part, 0, 1)).isZero();
    }

    private static void write(FloatPipe pipe, int total, SplittableRandom random) {
        FloatBuffer part = FloatBuffer.allocate(CAPACITY);
        int written = 0;
        while (written < total) {
            int count = Math.min(total - written, 1 + random.nextInt(CAPACITY - 1));
            for (int i = 0; i < count; i++) {
                part.put(i, written + i);
            }
            for (int at = 0; at < count; ) {
                at += pipe.write(part, at, count);
            }
            written += count;
        }
    }
}
