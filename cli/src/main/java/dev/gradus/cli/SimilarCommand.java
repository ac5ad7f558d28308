package dev.gradus.cli;

import dev.gradus.json.Json;
import dev.gradus.model.vectors.Neighbour;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows the words nearest to given ones. */
@Command(
        name = "similar",
        mixinStandardHelpOptions = true,
        description = "Shows the words whose vectors are nearest to those of given words.")
final class SimilarCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "MODEL",
            description = "Run folder of vectors of words, its model folder, or a word2vec file.")
    private Path model = Path.of("");

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "WORD", description = "Words to look for.")
    private List<String> words = List.of();

    @Option(
            names = "--top",
            defaultValue = "10",
            paramLabel = "COUNT",
            description = "How many to show for each word (default: ${DEFAULT-VALUE}).")
    private int top;

    @Option(
            names = "--json",
            description = "Prints the result as one JSON object, and nothing else on standard output.")
    private boolean json;

    @Override
    public Integer call() throws IOException, JobFileException {
        WordSearch search = WordSearch.open(model, top);
        List<List<Neighbour>> nearest = search.nearest(search.ids(words));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.write(Map.of("words", figures(search, nearest))));
            return 0;
        }
        for (int i = 0; i < words.size(); i++) {
            out.print((i == 0 ? "" : "\n") + search.table("near to " + words.get(i), nearest.get(i)));
        }
        out.flush();
        return 0;
    }

    private List<Object> figures(WordSearch search, List<List<Neighbour>> nearest) {
        List<Object> figures = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("word", words.get(i));
            entry.put("neighbours", search.figures(nearest.get(i)));
            figures.add(entry);
        }
        return figures;
    }
}
