package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.gradus.train.Kinds;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PublishedExperimentsTest {

    private static final Path JOBS =
            Path.of(System.getProperty("basedir", "")).toAbsolutePath().resolve("../jobs");

    static Stream<Experiment> experiments() {
        return PublishedExperiments.all().stream();
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void everyVariantIsAJobThatCanRunAlsoWhenItMustBeQuick(Experiment experiment) {
        for (Experiment.Variant variant : experiment.variants()) {
            for (List<String> more : List.of(List.<String>of(), experiment.quick())) {
                assertThatCode(() -> JobFile.load(JOBS.resolve(experiment.job()), variant.over(more), Kinds.load()))
                        .as("%s, %s %s", experiment.job(), variant.name(), more)
                        .doesNotThrowAnyException();
            }
        }
    }

    @Test
    void everyPublishedExperimentIsThereOnce() {
        assertThat(experiments().map(Experiment::job))
                .containsExactly("logistic.yaml", "cnn.yaml", "mlp.yaml", "cbow.yaml", "skipgram.yaml", "criteo.yaml");
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void theFirstVariantHasOneRank(Experiment experiment) {
        assertThat(experiment.variants().get(0).settings()).contains("ranks=1");
    }
}
