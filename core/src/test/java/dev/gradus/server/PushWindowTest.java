package dev.gradus.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PushWindowTest {

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyNumberCountsOnceWithinTheWindow(SplittableRandom random) {
        PushWindow window = new PushWindow();
        Set<Long> seen = new HashSet<>();
        long highest = 0;
        for (int i = 0; i < 1000; i++) {
            long number = Math.max(0, highest + random.nextInt(-63, 10));
            highest = Math.max(highest, number);

            assertThat(window.isNew(number)).as("number %d", number).isEqualTo(seen.add(number));
        }
        assertThat(window.isNew(Math.max(0, highest - 64))).isFalse();
    }
}
