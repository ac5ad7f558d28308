package dev.gradus.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class KeyTest {

    private static final Key<Duration> WAIT = Key.duration("wait", Duration.ofSeconds(1), "how long");
    private static final Key<Long> COUNT = Key.whole("count", 1, 1, 100, "how many");
    private static final Key<Double> RATE = Key.number("rate", 0.1, 0, 1, "how fast");
    private static final Key<List<String>> LAYERS = Key.list("layers", List.of("dense 10"), "which");
    private static final Key<String> COLOUR = Key.choice("colour", "red", List.of("red", "green"), "which");

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 50).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @CsvSource({
        "500ms, PT0.5S",
        "30s, PT30S",
        "2m, PT2M",
        "1.5h, PT1H30M",
        "0.25ms, PT0.00025S",
        "0s, PT0S",
        "1MS, PT0.001S"
    })
    void durationsAreNumbersWithAUnit(String written, Duration meant) {
        assertThat(WAIT.parse(written)).isEqualTo(meant);
    }

    @Test
    void onAndOffAreTrueAndFalse() {
        Key<Boolean> flag = Key.flag("flag", false, "whether");
        Key<String> asFlag = Key.choice("beside", "auto", List.of("auto", "true", "false"), "whether");
        Key<String> asWord = Key.choice("ahead", "auto", List.of("auto", "on", "off"), "whether");

        assertThat(flag.parse("on")).isTrue();
        assertThat(flag.parse("off")).isFalse();
        assertThat(asFlag.parse("on")).isEqualTo("true");
        assertThat(asFlag.parse("off")).isEqualTo("false");
        assertThat(asFlag.parse(true)).isEqualTo("true");
        assertThat(asWord.parse(true)).isEqualTo("on");
        assertThat(asWord.parse(false)).isEqualTo("off");
        assertThat(asWord.parse("off")).isEqualTo("off");
        assertThatThrownBy(() -> COLOUR.parse("off"))
                .hasMessage("bad value: colour=off, unknown value; expected red | green");
    }

    @Test
    void aBareNumberIsSeconds() {
        assertThat(WAIT.parse(3L)).isEqualTo(Duration.ofSeconds(3));
        assertThat(WAIT.parse(1e-4)).isEqualTo(Duration.ofNanos(100_000));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyDurationReadsBackToTheNanosecond(SplittableRandom random) {
        Duration duration = Duration.ofNanos(random.nextLong(1L << random.nextInt(1, 59)));

        assertThat(WAIT.parse(Key.scalar(duration))).isEqualTo(duration);
    }

    @Test
    void durationsThatAreNoneAreRefused() {
        assertThatThrownBy(() -> WAIT.parse("soon"))
                .hasMessage("bad value: wait=soon, not a duration; expected duration (500ms, 30s, 2m)");
        assertThatThrownBy(() -> WAIT.parse(-1L))
                .hasMessage("bad value: wait=-1, not a duration; expected duration (500ms, 30s, 2m)");
        assertThatThrownBy(() -> WAIT.parse(Double.NaN))
                .hasMessage("bad value: wait=NaN, not a duration; expected duration (500ms, 30s, 2m)");
        assertThatThrownBy(() -> WAIT.parse("99999999999h"))
                .hasMessage("bad value: wait=99999999999h, out of range; expected duration (500ms, 30s, 2m)");
    }

    @Test
    void wholeNumbersMayBeWrittenWithAnExponent() {
        assertThat(COUNT.parse(1e1)).isEqualTo(10);
    }

    @Test
    void wholeNumbersThatAreTooLargeOrNotWholeAreRefused() {
        String expected = "; expected whole number of at least 1 and at most 100";
        assertThatThrownBy(() -> COUNT.parse(101L)).hasMessage("bad value: count=101, out of range" + expected);
        assertThatThrownBy(() -> COUNT.parse(1e18)).hasMessage("bad value: count=1.0E18, out of range" + expected);
        assertThatThrownBy(() -> COUNT.parse(new BigInteger("99999999999999999999")))
                .hasMessage("bad value: count=99999999999999999999, out of range" + expected);
        assertThatThrownBy(() -> COUNT.parse(1.5)).hasMessage("bad value: count=1.5, not a whole number" + expected);
        assertThatThrownBy(() -> COUNT.parse("5")).hasMessage("bad value: count=5, not a whole number" + expected);
    }

    @Test
    void numbersOutsideTheirRangeAreRefused() {
        assertThatThrownBy(() -> RATE.parse(Double.NaN))
                .hasMessage("bad value: rate=NaN, out of range; expected number of at least 0 and at most 1");
    }

    @Test
    void listsAreOneTextWithLinesOrSemicolons() {
        assertThat(LAYERS.parse("conv 3x3 8; relu;dense 10")).containsExactly("conv 3x3 8", "relu", "dense 10");
        assertThat(LAYERS.parse("conv 3x3 8\n\n  relu\r\ndense 10\n"))
                .containsExactly("conv 3x3 8", "relu", "dense 10");
        assertThat(LAYERS.parse("")).isEmpty();
        assertThat(LAYERS.parse(5L)).containsExactly("5");
        assertThat(LAYERS.isList()).isTrue();
        assertThat(COLOUR.isList()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyListReadsBackFromItsText(SplittableRandom random) {
        List<String> list = random.ints(random.nextInt(5), 0, 100)
                .mapToObj(i -> "a=" + i + ", " + (char) ('!' + i % 26))
                .toList();

        assertThat(LAYERS.parse(Key.scalar(list))).isEqualTo(list);
    }

    @Test
    void textsThatWouldNotReadBackCannotStandInAList() {
        for (String item : List.of("a;b", "a\nb", " a", "")) {
            assertThatThrownBy(() -> Key.scalar(List.of("fine", item)))
                    .hasMessage("text cannot stand in a list: item='" + item + "'");
        }
    }

    @Test
    void aWrongChoiceIsRefusedWithTheNearest() {
        assertThatThrownBy(() -> COLOUR.parse("gren"))
                .hasMessage("bad value: colour=gren, unknown value; did you mean 'green'?; expected red | green");
    }
}
