package dev.gradus.data.sparse.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Murmur3Test {

    /** Values that were published for the reference code. */
    @ParameterizedTest
    @CsvSource(
            value = {
                "'', 0, 00000000",
                "'', 1, 514e28b7",
                "'', ffffffff, 81f16f39",
                "aaaa, 9747b28c, 5a97808a",
                "aaa, 9747b28c, 283e0130",
                "aa, 9747b28c, 5d211726",
                "a, 9747b28c, 7fa09ea6",
                "abcd, 9747b28c, f0478627",
                "'Hello, world!', 9747b28c, 24884cba",
                "The quick brown fox jumps over the lazy dog, 9747b28c, 2fa826cd"
            })
    void hashesAreThoseOfTheReference(String text, String seed, String expected) {
        byte[] bytes = ("x" + text).getBytes(StandardCharsets.US_ASCII);

        int hash = Murmur3.hash(bytes, 1, bytes.length - 1, Integer.parseUnsignedInt(seed, 16));

        assertThat(Integer.toHexString(hash)).isEqualTo(Integer.toHexString(Integer.parseUnsignedInt(expected, 16)));
    }

    @Test
    void twoNumbersHashAsTheirBytes() {
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 100; i++) {
            int first = random.nextInt();
            int second = random.nextInt();
            int seed = random.nextInt();
            ByteBuffer bytes = ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(first)
                    .putInt(second);

            assertThat(Murmur3.hash(first, second, seed)).isEqualTo(Murmur3.hash(bytes.array(), 0, 8, seed));
        }
    }
}
