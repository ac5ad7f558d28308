package dev.gradus.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NamesTest {

    private static final List<String> KNOWN = List.of(
            "ranks",
            "epochs",
            "steps",
            "batchSize",
            "model",
            "model.kind",
            "data",
            "data.kind",
            "data.rows",
            "data.features",
            "strategy.kind",
            "launch.warmUp",
            "metrics.every",
            "evaluate.every",
            "optimizer.rate");

    @ParameterizedTest
    @CsvSource({
        "rank, ranks",
        "rnaks, ranks",
        "epoch, epochs",
        "step, steps",
        "batch_size, batchSize",
        "batch-size, batchSize",
        "batchsize, batchSize",
        "modle, model",
        "modle.kind, model.kind",
        "data.row, data.rows",
        "data.feature, data.features",
        "dat.rows, data.rows",
        "launch.warmup, launch.warmUp",
        "rows, data.rows",
        "rate, optimizer.rate",
        "model.batchSize, batchSize"
    })
    void aMisspeltOrMisplacedNameFindsTheOneThatWasMeant(String written, String meant) {
        assertThat(Names.nearest(written, KNOWN)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"colour", "x", "strategy.foo", "data.zzz", "every", "foo.kind", "''"})
    void aNameThatIsNearNothingOrNearSeveralFindsNone(String written) {
        assertThat(Names.nearest(written, KNOWN)).isEmpty();
    }

    @Test
    void theSuggestionIsAQuestion() {
        assertThat(Names.didYouMean("rank", KNOWN)).isEqualTo("; did you mean 'ranks'?");
        assertThat(Names.didYouMean("colour", KNOWN)).isEmpty();
    }
}
