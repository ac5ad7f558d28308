package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.gradus.data.DataException;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.collective.MeshExchange;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class AgreementTest {

    private static final Duration LONG = Duration.ofSeconds(20);
    private static final String END = "; give every rank the same data and the same loops";

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 20).mapToObj(SplittableRandom::new);
    }

    @Test
    void ranksThatAgreeGoOn() throws Exception {
        assertThat(messages(3, rank -> facts("w[3]", "plain"))).containsOnly("agreed");
    }

    @Test
    void aRankAloneAgreesWithItself() {
        assertThatCode(() -> new Agreement(Exchange.none()).on(facts("w[3]", "plain")))
                .doesNotThrowAnyException();
    }

    @Test
    void everyRankSaysWhichRankDisagreesOnTheLayout() throws Exception {
        assertThat(messages(4, rank -> facts(rank == 2 ? "w[4],b[1]" : "w[3],b[1]", "plain")))
                .containsOnly("rank 2 disagrees on the layout: theirs=w[4],b[1], ours=w[3],b[1]" + END);
    }

    @Test
    void everyRankSaysWhichRankDisagreesOnTheKernels() throws Exception {
        assertThat(messages(2, rank -> facts("w[3]", rank == 1 ? "simd (8 floats)" : "plain")))
                .containsOnly("rank 1 disagrees on the kernels: theirs=simd (8 floats), ours=plain" + END);
    }

    @Test
    void rankZeroIsNamedWhenItIsTheOneThatDiffers() throws Exception {
        assertThat(messages(3, rank -> facts(rank == 0 ? "other" : "w[3]", "plain")))
                .containsOnly("rank 0 disagrees on the layout: theirs=other, ours=w[3]" + END);
    }

    /** Lengths, bytes above 127 and line ends in facts must not confuse anybody. */
    @ParameterizedTest
    @MethodSource("cases")
    void anyTwoDifferentTextsAreFoundDifferent(SplittableRandom random) throws Exception {
        int ranks = random.nextInt(3, 6);
        int odd = random.nextInt(ranks);
        String common = text(random);
        String other = common + text(random) + "ü";

        assertThat(messages(ranks, rank -> facts("w[1]", rank == odd ? other : common)))
                .containsOnly("rank " + odd + " disagrees on the kernels: theirs=" + other.replace('\n', ' ')
                        + ", ours=" + common.replace('\n', ' ') + END);
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(300);
        for (int i = 0; i < length; i++) {
            text.append("aé\n€ \u0000\u00ff".charAt(random.nextInt(7)));
        }
        return text.toString();
    }

    private static Map<String, String> facts(String layout, String kernels) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("layout", layout);
        facts.put("kernels", kernels);
        return facts;
    }

    private static List<String> messages(int ranks, IntFunction<Map<String, String>> facts) throws Exception {
        try (RankGroup group = RankGroup.inMemory(ranks, LONG)) {
            return group.run(mesh -> {
                try {
                    new Agreement(new MeshExchange(mesh)).on(facts.apply(mesh.rank()));
                    return "agreed";
                } catch (DataException e) {
                    return String.valueOf(e.getMessage());
                }
            });
        }
    }
}
