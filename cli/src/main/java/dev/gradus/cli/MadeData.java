package dev.gradus.cli;

import dev.gradus.data.RowSource;
import dev.gradus.data.image.CifarWriter;
import dev.gradus.data.image.ImageSet;
import dev.gradus.data.sparse.generated.CtrKind;
import dev.gradus.data.text.generated.RelationsCorpus;
import dev.gradus.formats.ClickFormat;
import dev.gradus.formats.ClickWriter;
import dev.gradus.formats.CsvWriter;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A generated set: its figures for JSON, the same as a line, and its content.
 *
 * @param beside what is written to a file of its own if that is wanted: questions on a text, or clicks or images held
 *     out
 */
record MadeData(Map<String, Object> figures, String line, Content content, Content beside) {

    /** Writes to a file. */
    interface Content {
        void writeTo(Path file) throws IOException;
    }

    static MadeData rows(String kind, RowSource source) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("kind", kind);
        figures.put("rows", source.rows());
        figures.put("features", source.shape().features());
        figures.put("classes", source.shape().classes());
        String line = String.format(
                Locale.ROOT,
                "%,d rows, %d features, %d classes",
                source.rows(),
                source.shape().features(),
                source.shape().classes());
        return new MadeData(figures, line, file -> CsvWriter.write(source, file), file -> {});
    }

    static MadeData images(String kind, ImageSet set) {
        CifarWriter.require(set.train());
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("kind", kind);
        figures.put("images", set.train().rows());
        figures.put("classes", set.train().classes());
        figures.put("testImages", set.test().rows());
        String line = String.format(
                Locale.ROOT,
                "%,d images of %s, %d classes",
                set.train().rows(),
                set.train().image(),
                set.train().classes());
        return new MadeData(
                figures,
                line,
                file -> CifarWriter.write(set.train(), file),
                file -> CifarWriter.write(set.test(), file));
    }

    static MadeData text(String kind, RelationsCorpus corpus) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("kind", kind);
        figures.put("words", corpus.words());
        figures.put("vocabulary", corpus.vocabulary().size());
        String line = String.format(
                Locale.ROOT,
                "%,d words, %,d different",
                corpus.words(),
                corpus.vocabulary().size());
        return new MadeData(
                figures, line, file -> writeText(corpus, file), file -> Files.write(file, corpus.questions()));
    }

    static MadeData clicks(String kind, CtrKind.Parts parts, ClickFormat format) {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("kind", kind);
        figures.put("format", format.text());
        figures.put("rows", parts.train().rows());
        figures.put("features", parts.train().recipe().space());
        figures.put("testRows", parts.test().rows());
        String line = String.format(
                Locale.ROOT,
                "%,d rows, %,d features, %s",
                parts.train().rows(),
                parts.train().recipe().space(),
                format.text());
        return new MadeData(
                figures,
                line,
                file -> ClickWriter.write(parts.train(), format, file),
                file -> ClickWriter.write(parts.test(), format, file));
    }

    private static void writeText(RelationsCorpus corpus, Path file) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            corpus.writeTo(out);
        }
    }
}
