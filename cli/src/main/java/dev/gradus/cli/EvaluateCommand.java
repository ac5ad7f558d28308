package dev.gradus.cli;

import dev.gradus.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Scores a stored model in the way that its sort is scored. */
@Command(
        name = "evaluate",
        mixinStandardHelpOptions = true,
        description = "Scores a model: on the rows its run held out or on all rows of a CSV file;"
                + " vectors of words on analogies and on pairs of similar words.")
final class EvaluateCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "MODEL",
            description = "Run folder, or its model folder; for vectors of words also a word2vec file.")
    private Path path = Path.of("");

    @Mixin
    private VectorScorer vectors = new VectorScorer();

    @Mixin
    private RowScorer rows = new RowScorer();

    @Option(
            names = "--json",
            description = "Prints the result as one JSON object, and nothing else on standard output.")
    private boolean json;

    @Override
    public Integer call() throws IOException, JobFileException {
        List<Scorer> scorers = List.of(vectors, rows);
        Scorer scorer =
                scorers.stream().filter(one -> one.accepts(path)).findFirst().orElseThrow();
        for (Scorer other : scorers) {
            // Where there is nothing at all, that is what is wrong, and the scorer says so.
            if (other != scorer && !other.options().isEmpty() && Files.exists(path)) {
                throw new JobFileException("option is for another sort of model: options="
                        + String.join(" ", other.options()) + ", model=" + path + ", which is " + scorer.takes());
            }
        }
        Scorer.Score score = scorer.score(path);
        spec.commandLine().getOut().println(json ? Json.write(score.figures()) : score.text());
        return 0;
    }
}
