package dev.gradus.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is asked of the machine: {@link ProcessMeter} and {@link MemoryProbe}. */
class MachineFiguresTest {

    @Test
    void readingTheProcessNeverThrowsAndCountersDoNotFall() {
        assertThatCode(ProcessMeter::read).doesNotThrowAnyException();

        ProcessMeter.Reading stretch = ProcessMeter.read().minus(ProcessMeter.read());
        ProcessMeter.Reading first = ProcessMeter.read();
        ProcessMeter.Reading second = ProcessMeter.read();

        assertThat(stretch.cpuNanos()).isLessThanOrEqualTo(0);
        assertThat(second.minus(first).cpuNanos()).isNotNegative();
        assertThat(second.minus(first).diskBytes()).isNotNegative();
        assertThat(second.minus(first).pauseNanos()).isNotNegative();
        assertThat(first.plus(second.minus(first))).isEqualTo(second);
    }

    @Test
    void aProcessHoldsSomeMemory() {
        assertThat(ProcessMeter.peakMemoryBytes()).isGreaterThan(1 << 20);
    }

    @Test
    void theNameOfAProcessIsAlwaysTheSameAndMoreThanItsNumber() {
        String number = Long.toString(ProcessHandle.current().pid());

        assertThat(ProcessMeter.processName()).isEqualTo(ProcessMeter.processName());
        assertThat(ProcessMeter.processName()).startsWith(number).isNotEqualTo(number);
    }

    @Test
    void memoryIsReadAtSomeSpeedWhateverItHolds() {
        float[] numbers = new float[100_000];
        numbers[3] = Float.NaN;
        numbers[4] = Float.NEGATIVE_INFINITY;

        assertThat(MemoryProbe.bytesPerSecond(List.of(numbers, new float[0]))).isBetween(1e6, 1e14);
    }

    @Test
    void whereThereIsNothingToReadThereIsNoSpeed() {
        assertThat(MemoryProbe.bytesPerSecond(List.of())).isZero();
        assertThat(MemoryProbe.bytesPerSecond(List.of(new float[0]))).isZero();
    }

    @Test
    void trafficAddsUp() {
        Traffic one = new Traffic(1, 2, 3, 4);
        Traffic two = new Traffic(10, 20, 30, 40);

        assertThat(one.plus(two)).isEqualTo(new Traffic(11, 22, 33, 44));
        assertThat(one.plus(two).minus(one)).isEqualTo(two);
    }
}
