package dev.gradus.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.json.Json;
import dev.gradus.metrics.HashLines;
import dev.gradus.report.ChainComparison.Difference;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ChainComparisonTest {

    private static final List<String> BLOCKS = List.of("hidden", "weights", "bias");

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    @Test
    void equalChainsHaveNoDifference() throws Exception {
        ChainComparison comparison = compare(chain(10, 0, ""), chain(10, 0, ""));

        assertThat(comparison).isEqualTo(new ChainComparison(10, hash(10, "chain", 0), null));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theFirstStepAndItsFirstBlockThatDifferAreFound(SplittableRandom random) throws Exception {
        int steps = random.nextInt(1, 30);
        int step = random.nextInt(1, steps + 1);
        String block = BLOCKS.get(random.nextInt(BLOCKS.size()));

        ChainComparison comparison = compare(chain(steps, 0, ""), chain(steps, step, block));

        assertThat(comparison.lines()).isEqualTo(step - 1);
        assertThat(comparison.difference())
                .isEqualTo(new Difference(step, block, hash(step, block, 0), hash(step, block, 1)));
    }

    @Test
    void aChainThatEndsSoonerLacksTheNextStep() throws Exception {
        assertThat(compare(chain(5, 0, ""), chain(4, 0, "")).difference())
                .isEqualTo(new Difference(5, "", hash(5, "chain", 0), ""));
        assertThat(compare(chain(4, 0, ""), chain(5, 0, "")).difference())
                .isEqualTo(new Difference(5, "", "", hash(5, "chain", 0)));
        assertThat(compare(chain(1, 0, ""), List.of()).difference())
                .isEqualTo(new Difference(1, "", hash(1, "chain", 0), ""));
    }

    @Test
    void chainsOverDifferentStepsPartAtTheFirstThatOnlyOneHas() throws Exception {
        List<String> even = new ArrayList<>(chain(6, 0, ""));
        even.removeIf(line -> line.startsWith("{\"step\":1,") || line.startsWith("{\"step\":3,"));

        assertThat(compare(chain(6, 0, ""), even).difference())
                .isEqualTo(new Difference(1, "", hash(1, "chain", 0), ""));
        assertThat(compare(even, chain(6, 0, "")).difference())
                .isEqualTo(new Difference(1, "", "", hash(1, "chain", 0)));
    }

    @Test
    void aBlockThatOnlyOneRunHasIsADifference() throws Exception {
        String with = line(1, Map.of("weights", hash(1, "weights", 0)), 0);
        String without = line(1, Map.of(), 0);

        assertThat(compare(List.of(with), List.of(without)).difference())
                .isEqualTo(new Difference(1, "weights", hash(1, "weights", 0), ""));
        assertThat(compare(List.of(without), List.of(with)).difference())
                .isEqualTo(new Difference(1, "weights", "", hash(1, "weights", 0)));
    }

    @Test
    void equalBlocksUnderDifferentChainsAreADifferenceOfTheChain() throws Exception {
        String one = line(1, Map.of("weights", hash(1, "weights", 0)), 0);
        String other = line(1, Map.of("weights", hash(1, "weights", 0)), 1);

        assertThat(compare(List.of(one), List.of(other)).difference())
                .isEqualTo(new Difference(1, "", hash(1, "chain", 0), hash(1, "chain", 1)));
    }

    @Test
    void aLineThatBreaksOffIsNotTakenForADifference() {
        List<String> broken = new ArrayList<>(chain(3, 0, ""));
        broken.set(2, broken.get(2).substring(0, 20));

        assertThatThrownBy(() -> compare(chain(3, 0, ""), broken))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("hashes cannot be read: file=found, line=3, ");
    }

    private static ChainComparison compare(List<String> expected, List<String> found) throws IOException {
        try (HashLines one = lines("expected", expected);
                HashLines other = lines("found", found)) {
            return ChainComparison.of(one, other);
        }
    }

    private static HashLines lines(String name, List<String> lines) {
        return new HashLines(name, new StringReader(String.join("\n", lines)));
    }

    /** A chain whose blocks from {@code block} on, and chain, are others from step {@code odd} on; never if it is 0. */
    private static List<String> chain(int steps, int odd, String block) {
        List<String> lines = new ArrayList<>();
        for (int step = 1; step <= steps; step++) {
            boolean other = odd > 0 && step >= odd;
            Map<String, String> blocks = new LinkedHashMap<>();
            for (String name : BLOCKS) {
                boolean changed = other && BLOCKS.indexOf(name) >= BLOCKS.indexOf(block);
                blocks.put(name, hash(step, name, changed ? 1 : 0));
            }
            lines.add(line(step, blocks, other ? 1 : 0));
        }
        return lines;
    }

    private static String line(int step, Map<String, String> blocks, int variant) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("step", step);
        line.put("chain", hash(step, "chain", variant));
        line.put("blocks", blocks);
        return Json.write(line);
    }

    private static String hash(int step, String name, int variant) {
        return String.format("%08x%07x%d", step, name.hashCode() & 0xFFFFFFF, variant);
    }
}
