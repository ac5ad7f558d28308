package dev.gradus.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What additions outside the heap must do: the bits of a plain loop, and nothing beside the range. */
public interface BufferLoopsContract {

    /** The loops to test. */
    BufferLoops loops();

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 15, 16, 17, 64, 1023, 1024, 1025, 5000})
    default void addsWhatLiesOutsideToAnArray(int length) {
        Random random = new Random(length);
        float[] to = some(random, length + 40);
        float[] from = some(random, length + 40);
        float[] expected = to.clone();
        for (int i = 0; i < length; i++) {
            expected[13 + i] += from[5 + i];
        }

        loops().addInto(to, 13, outside(from), 5, length);

        assertThat(to).containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 15, 16, 17, 64, 1023, 1024, 1025, 5000})
    default void addsOneBufferToAnotherAtAnotherPlace(int length) {
        Random random = new Random(length);
        float[] to = some(random, length + 40);
        float[] from = some(random, length + 40);
        float[] expected = to.clone();
        for (int i = 0; i < length; i++) {
            expected[13 + i] += from[5 + i];
        }
        ByteBuffer sum = outside(to);

        loops().addInto(sum, 13, outside(from), 5, length);

        assertThat(floats(sum)).containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 15, 16, 17, 64, 1023, 1024, 1025, 5000})
    default void addsTwoBuffersIntoEitherOrAThird(int length) {
        Random random = new Random(length);
        float[] one = some(random, length + 40);
        float[] other = some(random, length + 40);
        for (int into = 0; into < 3; into++) {
            ByteBuffer[] places = {outside(one), outside(other), outside(some(random, length + 40))};
            float[] expected = floats(places[into]);
            for (int i = 11; i < 11 + length; i++) {
                expected[i] = one[i] + other[i];
            }

            loops().add(places[into], places[0], places[1], 11, length);

            assertThat(floats(places[into])).containsExactly(expected);
        }
    }

    private static float[] some(Random random, int length) {
        float[] values = new float[length];
        for (int i = 0; i < length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    private static ByteBuffer outside(float[] values) {
        ByteBuffer memory =
                ByteBuffer.allocateDirect(values.length * Float.BYTES).order(ByteOrder.nativeOrder());
        memory.asFloatBuffer().put(values);
        return memory;
    }

    private static float[] floats(ByteBuffer memory) {
        float[] values = new float[memory.capacity() / Float.BYTES];
        memory.asFloatBuffer().get(values);
        return values;
    }
}
