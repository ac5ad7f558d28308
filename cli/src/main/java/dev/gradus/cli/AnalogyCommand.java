package dev.gradus.cli;

import dev.gradus.json.Json;
import dev.gradus.model.vectors.Neighbour;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Answers one analogy question. */
@Command(
        name = "analogy",
        mixinStandardHelpOptions = true,
        description = "Answers by vectors of words: A is to B as C is to which word?")
final class AnalogyCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "MODEL",
            description = "Run folder of vectors of words, its model folder, or a word2vec file.")
    private Path model = Path.of("");

    @Parameters(index = "1", paramLabel = "A", description = "As in 'man' is to 'king' as 'woman' is to which word?")
    private String a = "";

    @Parameters(index = "2", paramLabel = "B", description = "What A is to.")
    private String b = "";

    @Parameters(index = "3", paramLabel = "C", description = "What the answer is to.")
    private String c = "";

    @Option(
            names = "--top",
            defaultValue = "10",
            paramLabel = "COUNT",
            description = "How many answers to show (default: ${DEFAULT-VALUE}).")
    private int top;

    @Option(
            names = "--json",
            description = "Prints the result as one JSON object, and nothing else on standard output.")
    private boolean json;

    @Override
    public Integer call() throws IOException, JobFileException {
        WordSearch search = WordSearch.open(model, top);
        List<String> question = List.of(a, b, c);
        List<Integer> ids = search.ids(question);
        List<Neighbour> answers = search.analogous(ids.get(0), ids.get(1), ids.get(2));
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put("question", question);
            figures.put("answers", search.figures(answers));
            out.println(Json.write(figures));
        } else {
            out.print(search.table(a + " : " + b + " = " + c + " :", answers));
            out.flush();
        }
        return 0;
    }
}
