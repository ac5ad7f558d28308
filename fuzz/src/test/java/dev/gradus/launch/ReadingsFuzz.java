package dev.gradus.launch;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RankReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes are refused, or are the readings that give the same bytes when they are written again. */
class ReadingsFuzz {

    private static final int RANK = 1;

    /** Short enough for one message when it is written again. */
    private static final int LONGEST = 1 << 15;

    static Stream<byte[]> seeds() {
        Readings readings = new Readings();
        readings.step(new StepReading(1, 0, 128, 0.5, 0.25, 0.01, 1.5));
        readings.ranked(new RankReading(RANK, 1, 0.5, 0.25, 1.5));
        readings.now(new StepReading(2, 0, 256, 0.5, 0.25, 0.01, 1.5));
        byte[] whole = readings.take().payload();
        return Stream.of(whole, Arrays.copyOf(whole, whole.length - 1), new byte[0], new byte[] {4});
    }

    /** Writes again what it is told. */
    private record Again(Readings readings) implements RunObserver {

        @Override
        public void begins(List<String> header, long totalSteps, long totalSamples) {}

        @Override
        public void step(StepReading reading) {
            readings.step(reading);
        }

        @Override
        public void now(StepReading reading) {
            readings.now(reading);
        }

        @Override
        public void ranked(RankReading reading) {
            readings.ranked(reading);
        }

        @Override
        public void evaluated(EvaluationReading reading) {}

        @Override
        public void hashed(HashReading reading) {}

        @Override
        public void log(int rank, String line) {}
    }

    @MethodSource("seeds")
    @FuzzTest
    void bytesAreRefusedOrAreReadings(byte[] input) {
        if (input.length > LONGEST) {
            return;
        }
        Again again = new Again(new Readings());
        try {
            Readings.tell(new Message(Message.Type.READINGS, input), RANK, again);
        } catch (IOException e) {
            return;
        }
        if (!Arrays.equals(again.readings().take().payload(), input)) {
            throw new AssertionError("not what was written: " + Arrays.toString(input));
        }
    }
}
