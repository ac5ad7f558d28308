package dev.gradus.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class HashChainTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    /** Pinned to a separate implementation in Python: runs are compared with those of older builds. */
    @Test
    void knownSequencesKeepTheirChain() {
        assertThat(HashChain.text(chain().value())).isEqualTo("0000000000000000");
        assertThat(HashChain.text(chain(1).value())).isEqualTo("24223b5b2ac4e7f5");
        assertThat(HashChain.text(chain(1, 0x0123456789abcdefL).value())).isEqualTo("def092245f2cb81a");
        assertThat(HashChain.text(chain(1, 0x0123456789abcdefL, -1).value())).isEqualTo("ee2d673036b96f43");
    }

    @Test
    void orderAndLengthMatter() {
        assertThat(chain(1, 2).value()).isNotEqualTo(chain(2, 1).value());
        assertThat(chain(7).value()).isNotEqualTo(chain(7, 0).value());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void chainsThatDifferedOnceStayDifferent(SplittableRandom random) {
        long hash = random.nextLong();
        HashChain one = chain(hash);
        HashChain other = chain(hash ^ 1L << random.nextInt(64));

        for (int i = 0; i < 100; i++) {
            assertThat(one.value()).isNotEqualTo(other.value());
            long next = random.nextLong();
            one.add(next);
            other.add(next);
        }
    }

    private static HashChain chain(long... hashes) {
        HashChain chain = new HashChain();
        for (long hash : hashes) {
            chain.add(hash);
        }
        return chain;
    }
}
