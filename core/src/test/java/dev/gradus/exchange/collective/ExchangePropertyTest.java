package dev.gradus.exchange.collective;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.gradus.exchange.Algorithm;
import dev.gradus.exchange.Collective;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.FaultyLink;
import dev.gradus.exchange.Numbers;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.RankGroup.Pairing;
import dev.gradus.exchange.Script;
import dev.gradus.exchange.TreeShare;
import dev.gradus.exchange.transport.Link;
import dev.gradus.exchange.transport.MemoryLink;
import dev.gradus.exchange.transport.SharedMemory;
import dev.gradus.math.Kernels;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every operation at any number of ranks, length, range, tree and kind of link. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ExchangePropertyTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    static LongStream seeds() {
        return LongStream.range(0, 40);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("seeds")
    void everyOperationGivesWhatPlainLoopsGiveOverAnyMixtureOfLinks(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        int ranks = 1 + random.nextInt(16);

        check(random, ranks, 8, (a, b) -> anyPair(random, a, b));
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("seeds")
    void nothingDependsOnWhenALinkMovesSomething(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        int ranks = 1 + random.nextInt(6);

        check(random, ranks, 6, (a, b) -> {
            Link[] ends = anyPair(random, a, b);
            return new Link[] {new FaultyLink(ends[0], random.split()), new FaultyLink(ends[1], random.split())};
        });
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {0, 1})
    void sixtyFourRanksAgree(long seed) throws Exception {
        check(new SplittableRandom(seed), 64, 3, MemoryLink::pair);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3})
    void sharedMemoryAloneGivesTheSame(long seed) throws Exception {
        assumeFalse(SharedMemory.machine().isEmpty(), "no shared memory on this machine");
        SplittableRandom random = new SplittableRandom(seed);

        check(random, 2 + random.nextInt(7), 8, RankGroup::sharedPair);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
    void rangesOfManyPiecesGiveTheSameFromTheHeapAndFromBuckets(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        int ranks = 2 + random.nextInt(4);
        checkPieces(random, new TreeShare(ranks + random.nextInt(ranks), ranks), Algorithm.OWNERS);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
    void twoRanksGiveTheSameInPiecesThatBothAddUp(long seed) throws Exception {
        checkPieces(new SplittableRandom(seed), TreeShare.oneLeafEach(2), Algorithm.DOUBLING);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7})
    void partnersGiveTheSameByHalvesAndByDoubling(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        int ranks = 2 << random.nextInt(3);
        TreeShare share = new TreeShare(ranks << random.nextInt(2), ranks);
        checkPieces(random, share, random.nextInt(4) > 0 ? Algorithm.HALVING : Algorithm.DOUBLING);
    }

    private static void checkPieces(SplittableRandom random, TreeShare share, Algorithm algorithm) throws Exception {
        Numbers numbers = new Numbers(random, share, 300_000 + random.nextInt(500_000));
        boolean faulty = random.nextBoolean();

        try (RankGroup group = RankGroup.linked(share.ranks(), TIMEOUT, (a, b) -> {
            Link[] ends = random.nextInt(3) == 0 ? MemoryLink.pair(a, b) : RankGroup.tcpPair(a, b);
            return faulty
                    ? new Link[] {new FaultyLink(ends[0], random.split()), new FaultyLink(ends[1], random.split())}
                    : ends;
        })) {
            group.run(mesh -> {
                Exchange exchange = new MeshExchange(mesh, algorithm, Kernels.plain());
                Collective.BUCKET_SUM.run(exchange, numbers);
                Collective.TREE_SUM.run(exchange, numbers);
                Collective.BUCKET_SUM.run(exchange, numbers);
                return exchange.syncs();
            });
        }
    }

    /** More ranks than cores, so that one is often far behind when another writes; the last pieces are short. */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5})
    void longArraysOfAnyLengthGiveTheSameInMemory(int ranks) throws Exception {
        SplittableRandom random = new SplittableRandom(ranks);
        TreeShare share = new TreeShare(ranks + 1, ranks);
        List<Numbers> all = Stream.generate(() -> new Numbers(random, share, 600_000 + random.nextInt(300_000)))
                .limit(6)
                .toList();

        try (RankGroup group = RankGroup.linked(ranks, TIMEOUT, MemoryLink::pair)) {
            group.run(mesh -> {
                Exchange exchange = new MeshExchange(mesh);
                for (Numbers numbers : all) {
                    for (int time = 0; time < 3; time++) {
                        Collective.TREE_SUM.run(exchange, numbers);
                    }
                }
                return exchange.syncs();
            });
        }
    }

    private static Link[] anyPair(SplittableRandom random, int a, int b) throws IOException {
        return switch (random.nextInt(3)) {
            case 0 -> MemoryLink.pair(a, b);
            case 1 -> SharedMemory.machine().isEmpty() ? RankGroup.tcpPair(a, b) : RankGroup.sharedPair(a, b);
            default -> RankGroup.tcpPair(a, b);
        };
    }

    private static void check(SplittableRandom random, int ranks, int operations, Pairing pairing) throws Exception {
        Script script = new Script(random, ranks, operations);
        try (RankGroup group = RankGroup.linked(ranks, TIMEOUT, pairing)) {
            group.run(mesh -> {
                Exchange exchange = new MeshExchange(mesh);
                script.run(exchange);
                return exchange.syncs();
            });
        }
    }
}
