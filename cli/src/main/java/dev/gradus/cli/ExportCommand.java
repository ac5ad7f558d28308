package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.formats.Word2vecFile;
import dev.gradus.formats.Word2vecFormat;
import dev.gradus.formats.WordVectorsFile;
import dev.gradus.json.Json;
import dev.gradus.model.vectors.WordVectors;
import dev.gradus.report.Figures;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Writes a model in a format of other tools. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        description = "Writes a model to a file that other tools read: vectors of words as word2vec.")
final class ExportCommand implements Callable<Integer> {

    private static final String WORD2VEC = "word2vec";

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            index = "0",
            paramLabel = "MODEL",
            description = "Run folder of vectors of words, its model folder, or a word2vec file.")
    private Path model = Path.of("");

    @Option(names = "--to", required = true, paramLabel = "FORMAT", description = "The format: " + WORD2VEC + ".")
    private String to = "";

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "The file to write.")
    private Path out = Path.of("");

    @Option(names = "--binary", description = "Writes numbers as 32-bit floats rather than text.")
    private boolean binary;

    @Option(
            names = "--no-header",
            description = "Leaves out the first line, which has the number of words and dimensions.")
    private boolean noHeader;

    @Option(names = "--force", description = "Replaces the file if it exists.")
    private boolean force;

    @Option(
            names = "--json",
            description = "Prints the result as one JSON object, and nothing else on standard output.")
    private boolean json;

    @Override
    public Integer call() throws IOException, JobFileException {
        requirePossible();
        WordVectors vectors = WordVectorsFile.load(model);
        Word2vecFile.write(vectors, out, new Word2vecFormat(binary, !noHeader));
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("file", out.toString());
        figures.put("format", WORD2VEC);
        figures.put("binary", binary);
        figures.put("header", !noHeader);
        figures.put("words", vectors.size());
        figures.put("dimension", vectors.dimension());
        figures.put("bytes", Files.size(out));
        String text = out + ": " + Figures.count((double) vectors.size()) + " words, dimension " + vectors.dimension()
                + ", " + Figures.bytes((double) Files.size(out));
        spec.commandLine().getOut().println(json ? Json.write(figures) : text);
        return 0;
    }

    /** Refuses what cannot be done before anything is read or written. */
    private void requirePossible() throws IOException, JobFileException {
        if (!to.equals(WORD2VEC)) {
            throw new JobFileException("no such format: --to=" + to + "; possible is " + WORD2VEC);
        }
        if (binary && noHeader) {
            throw new JobFileException(
                    "a binary file needs its header, as nothing else tells where a row ends: leave out --no-header or --binary");
        }
        if (!WordVectorsFile.isOne(model)) {
            throw new DataException("no vectors of words found: model=" + model + "; only those can be exported, to "
                    + WORD2VEC + ": name the folder of a word2vec run, its model folder, or a word2vec file");
        }
        Path folder = out.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new DataException("folder not found: folder=" + folder + "; create it first");
        }
        if (Files.isDirectory(out)) {
            throw new DataException("not a file: file=" + out + "; give the path of a file");
        }
        if (!force && Files.exists(out)) {
            throw new FileAlreadyExistsException("file exists: file=" + out + "; add --force to replace it");
        }
    }
}
