package dev.gradus.exchange.transport;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.exchange.RankGroup;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class MemorySwapTest {

    private static final int TAG = 7;

    /** A peer can say anything: a length that no place has, or characters that name nothing. */
    @ParameterizedTest
    @ValueSource(floats = {-5, 0, 3, 1e9f, Float.NaN, Float.NEGATIVE_INFINITY})
    void aPlaceThatIsNoneLeavesAllWithoutMemory(float length) throws Exception {
        try (RankGroup group = RankGroup.inMemory(2, Duration.ofSeconds(10))) {
            List<Boolean> without = group.run(mesh -> {
                if (mesh.rank() == 0) {
                    return MemorySwap.swap(mesh, TAG, 4096, Sharing.PROCESS) == null;
                }
                float[] place = new float[256];
                place[0] = length;
                exchange(mesh, place);
                exchange(mesh, new float[] {1});
                return true;
            });

            assertThat(without).containsOnly(true);
        }
    }

    private static void exchange(Mesh mesh, float[] message) throws Exception {
        mesh.send(0, TAG, message, 0, message.length);
        mesh.receive(0, TAG, new float[message.length], 0, message.length);
        mesh.flush();
    }
}
