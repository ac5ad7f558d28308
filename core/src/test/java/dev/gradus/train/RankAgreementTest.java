package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.collective.MeshExchange;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class RankAgreementTest {

    private static final List<String> BLOCKS = List.of("hidden", "weights", "bias");

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    /** The hashes of a rank; the last one stands for the chain. */
    private interface Hashes {
        long[] of(int rank);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void ranksWithTheSameHashesGoOn(SplittableRandom random) throws Exception {
        long[] hashes = {random.nextLong(), -1, 0, random.nextLong()};

        List<Optional<Exception>> ends = check(random.nextInt(2, 6), rank -> hashes);

        assertThat(ends).containsOnly(Optional.empty());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void oneBitOnOneRankIsFoundAndNamed(SplittableRandom random) throws Exception {
        int ranks = random.nextInt(2, 6);
        int odd = random.nextInt(1, ranks);
        int block = random.nextInt(BLOCKS.size());
        long[] hashes = random.longs(4).toArray();
        long[] others = hashes.clone();
        others[block] ^= 1L << random.nextInt(64);
        others[3] ^= 1L << random.nextInt(64);

        List<Optional<Exception>> ends = check(ranks, rank -> rank == odd ? others : hashes);

        String message = String.format(
                "parameters differ between ranks: rank=%d, step=17, block=%s, hash=%016x, of rank 0=%016x",
                odd, BLOCKS.get(block), others[block], hashes[block]);
        for (int rank = 0; rank < ranks; rank++) {
            assertThat(ends.get(rank).orElseThrow())
                    .isInstanceOf(rank == odd ? IllegalStateException.class : ExchangeException.class)
                    .hasMessageStartingWith(message);
        }
        assertThat(((ExchangeException) ends.get(0).orElseThrow()).peer()).isEqualTo(odd);
    }

    @Test
    void everyRankThatDiffersFromRankZeroSaysSoOfItself() throws Exception {
        List<Optional<Exception>> ends = check(3, rank -> new long[] {rank, 0, 0, rank});

        assertThat(ends.get(0).orElseThrow())
                .isInstanceOf(ExchangeException.class)
                .hasMessageContaining("rank=1, ");
        assertThat(ends.get(1).orElseThrow())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("rank=1, ");
        assertThat(ends.get(2).orElseThrow())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("rank=2, ");
    }

    @Test
    void aRankAloneAgreesWithItself() throws Exception {
        new RankAgreement(Exchange.none(), BLOCKS).check(1, -5, new long[] {1, 2, 3});
    }

    /** What each rank fails with, if it does. */
    private static List<Optional<Exception>> check(int ranks, Hashes hashes) throws Exception {
        try (RankGroup group = RankGroup.inMemory(ranks, Duration.ofSeconds(10))) {
            return group.run(mesh -> {
                long[] own = hashes.of(mesh.rank());
                try {
                    new RankAgreement(new MeshExchange(mesh), BLOCKS)
                            .check(17, own[3], new long[] {own[0], own[1], own[2]});
                    return Optional.empty();
                } catch (ExchangeException | IllegalStateException e) {
                    return Optional.of(e);
                }
            });
        }
    }
}
