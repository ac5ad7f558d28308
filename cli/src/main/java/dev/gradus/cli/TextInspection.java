package dev.gradus.cli;

import dev.gradus.data.DataException;
import dev.gradus.data.text.TextSettings;
import dev.gradus.data.text.TextStatistics;
import dev.gradus.json.Json;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Shows what is in a text. */
final class TextInspection {

    private static final int TOP_WORDS = 20;

    private TextInspection() {}

    static void print(PrintWriter screen, String path, String tokenizer, boolean json) throws DataException {
        TextStatistics statistics = TextStatistics.of(
                TextSettings.of(path).withTokenizer(tokenizer),
                Runtime.getRuntime().availableProcessors(),
                TOP_WORDS);
        if (json) {
            screen.println(Json.write(result(path, tokenizer, statistics)));
        } else {
            print(screen, path, statistics);
        }
    }

    private static Map<String, Object> result(String path, String tokenizer, TextStatistics statistics) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("file", path);
        result.put("tokenizer", tokenizer);
        result.put("files", statistics.files());
        result.put("bytes", statistics.bytes());
        result.put("words", statistics.words());
        result.put("distinct", statistics.distinct());
        result.put("sentences", statistics.sentences());
        result.put("badBytes", statistics.badBytes());
        Map<String, Object> top = new LinkedHashMap<>();
        statistics.top().forEach(word -> top.put(word.text(), word.count()));
        result.put("top", top);
        result.put("bad", statistics.bad());
        return result;
    }

    private static void print(PrintWriter screen, String path, TextStatistics statistics) {
        screen.printf(
                Locale.ROOT,
                "%s: %,d files, %,d bytes, %,d words, %,d different, %,d sentences%n",
                path,
                statistics.files(),
                statistics.bytes(),
                statistics.words(),
                statistics.distinct(),
                statistics.sentences());
        if (statistics.badBytes() > 0) {
            screen.printf(Locale.ROOT, "%n%,d bytes cannot stand in a text%n", statistics.badBytes());
            statistics.bad().forEach(line -> screen.println(JobFileException.oneLine(line)));
        }
        screen.printf("%nmost frequent words%n");
        for (TextStatistics.Word word : statistics.top()) {
            screen.printf(
                    Locale.ROOT,
                    "%-20s %,14d %8.3f %%%n",
                    JobFileException.oneLine(word.text()),
                    word.count(),
                    100.0 * word.count() / statistics.words());
        }
    }
}
