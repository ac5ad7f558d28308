package dev.gradus.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RankReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadingsTest {

    private static final StepReading STEP = new StepReading(1L << 40, 7, 1L << 50, 0.693147181, 0.5, 1e-4, 12.5);
    private static final RankReading RANKED = new RankReading(3, 11, Double.NaN, -0.0, 1e300);

    private final Readings readings = new Readings();
    private final Told told = new Told(new ArrayList<>());

    /** Keeps what it is told, and the kind of it. */
    private record Told(List<Object> all) implements RunObserver {

        @Override
        public void begins(List<String> header, long totalSteps, long totalSamples) {}

        @Override
        public void step(StepReading reading) {
            all.addAll(List.of("step", reading));
        }

        @Override
        public void now(StepReading reading) {
            all.addAll(List.of("now", reading));
        }

        @Override
        public void ranked(RankReading reading) {
            all.addAll(List.of("ranked", reading));
        }

        @Override
        public void evaluated(EvaluationReading reading) {}

        @Override
        public void hashed(HashReading reading) {}

        @Override
        public void log(int rank, String line) {}
    }

    @Test
    void readingsArriveInOrderBitByBit() throws Exception {
        readings.step(STEP);
        readings.ranked(RANKED);
        readings.now(STEP);

        long last = Readings.tell(readings.take(), 3, told);

        assertThat(told.all()).containsExactly("step", STEP, "ranked", RANKED, "now", STEP);
        assertThat(last).isEqualTo(STEP.step());
        assertThat(readings.isEmpty()).isTrue();
    }

    @Test
    void aMessageHoldsAsManyAsFit() throws Exception {
        int count = 0;
        for (; !readings.isFull(); count++) {
            readings.step(STEP);
        }

        Readings.tell(readings.take(), 0, told);

        assertThat(count).isGreaterThan(1000);
        assertThat(told.all()).hasSize(2 * count);
    }

    @Test
    void aRankSpeaksOfItselfOnly() {
        readings.ranked(RANKED);

        assertThatThrownBy(() -> Readings.tell(readings.take(), 2, told))
                .isInstanceOf(IOException.class)
                .hasMessage("reading of another rank: of=3");
    }

    @Test
    void whatIsCutOffOrUnknownIsRefused() {
        readings.ranked(RANKED);
        byte[] whole = readings.take().payload();

        for (int length = 1; length < whole.length; length++) {
            Message cut = new Message(Message.Type.READINGS, Arrays.copyOf(whole, length));
            assertThatThrownBy(() -> Readings.tell(cut, 3, told))
                    .isInstanceOf(IOException.class)
                    .hasMessage("reading cannot be read: kind=3, bytes=" + (cut.payload().length - 1));
        }
        whole[0] = 4;
        assertThatThrownBy(() -> Readings.tell(new Message(Message.Type.READINGS, whole), 3, told))
                .hasMessage("reading cannot be read: kind=4, bytes=36");
    }
}
