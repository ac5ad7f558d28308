package dev.gradus.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;

class FiguresTest {

    @Test
    void whatIsUnknownIsADash() {
        assertThat(Figures.fixed(Double.NaN, 2)).isEqualTo("-");
        assertThat(Figures.count(Double.NaN)).isEqualTo("-");
        assertThat(Figures.seconds(Double.NaN)).isEqualTo("-");
        assertThat(Figures.bytes(Double.NaN)).isEqualTo("-");
    }

    @Test
    void countsHaveCommas() {
        assertThat(Figures.count(0)).isEqualTo("0");
        assertThat(Figures.count(999)).isEqualTo("999");
        assertThat(Figures.count(1_234_567.6)).isEqualTo("1,234,568");
    }

    @Test
    void timesAndSizesHaveTheUnitThatFits() {
        assertThat(Figures.seconds(0.0123)).isEqualTo("12.3 ms");
        assertThat(Figures.seconds(1)).isEqualTo("1.00 s");
        assertThat(Figures.seconds(75.126)).isEqualTo("75.13 s");
        assertThat(Figures.bytes(0)).isEqualTo("0 B");
        assertThat(Figures.bytes(999)).isEqualTo("999 B");
        assertThat(Figures.bytes(1000)).isEqualTo("1.0 kB");
        assertThat(Figures.bytes(12_340_000)).isEqualTo("12.3 MB");
        assertThat(Figures.bytes(5.678e9)).isEqualTo("5.68 GB");
    }

    @Test
    void shortTimesAndSmallRatiosKeepDigitsThatCount() {
        assertThat(Figures.shortTime(9.8e-9)).isEqualTo("9.8 ns");
        assertThat(Figures.shortTime(171_486e-9)).isEqualTo("171.5 us");
        assertThat(Figures.shortTime(0.0123)).isEqualTo("12.3 ms");
        assertThat(Figures.times(1.614)).isEqualTo("1.61");
        assertThat(Figures.times(0.0996)).isEqualTo("0.10");
        assertThat(Figures.times(0.0312)).isEqualTo("0.031");
        assertThat(Figures.times(0.000271)).isEqualTo("0.00027");
        assertThat(Figures.times(0)).isEqualTo("0.00");
    }

    @Test
    void roundingGoesOnToTheNextUnit() {
        assertThat(Figures.seconds(0.99996)).isEqualTo("1.00 s");
        assertThat(Figures.bytes(999.7)).isEqualTo("1.0 kB");
        assertThat(Figures.bytes(999_960)).isEqualTo("1.0 MB");
        assertThat(Figures.bytes(999_960_000)).isEqualTo("1.00 GB");
    }

    @Test
    void numbersLookTheSameEverywhere() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);

            assertThat(Figures.fixed(1234.5, 1)).isEqualTo("1234.5");
            assertThat(Figures.count(1234)).isEqualTo("1,234");
        } finally {
            Locale.setDefault(before);
        }
    }
}
