package dev.gradus.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.exchange.Exchange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RehearsalTest {

    private final List<Boolean> passes = new ArrayList<>();
    private long compiled;

    @Test
    void goesOnUntilTheCompilerIsQuiet() throws Exception {
        List<Integer> millis = List.of(900, 400, Rehearsal.QUIET_MILLIS + 1, Rehearsal.QUIET_MILLIS, 0);

        new Rehearsal(Exchange.none(), () -> compiled).run(first -> {
            compiled += millis.get(passes.size());
            passes.add(first);
        });

        assertThat(passes).containsExactly(true, false, false, false);
    }

    @Test
    void givesUpOnACompilerThatIsNeverQuiet() throws Exception {
        new Rehearsal(Exchange.none(), () -> compiled).run(first -> {
            compiled += 1_000;
            passes.add(first);
        });

        assertThat(passes).hasSize(Rehearsal.MOST_PASSES);
    }
}
