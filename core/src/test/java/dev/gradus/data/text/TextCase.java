package dev.gradus.data.text;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;

/** Short forms of what tests of texts do. */
final class TextCase {

    static final String FINGERPRINT = "0123456789abcdef".repeat(4);

    private TextCase() {}

    static Path plain(Path file, String text) throws IOException {
        return Files.writeString(file, text);
    }

    static Path packed(Path file, String text) throws IOException {
        return Files.write(file, gzip(text.getBytes(StandardCharsets.UTF_8)));
    }

    static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream stream = new GZIPOutputStream(packed)) {
            stream.write(bytes);
        }
        return packed.toByteArray();
    }

    static TextJob job(Path path, String tokenizer, WordCutter cutter, int threads) throws IOException {
        return new TextJob(TextFiles.find(path.toString(), Gutenberg.Cut.AUTO), tokenizer, cutter, threads);
    }

    static Map<String, Long> counts(TextJob job) throws IOException {
        WordCounts counts = WordCounts.of(job);
        Map<String, Long> map = new HashMap<>();
        for (int i = 0; i < counts.size(); i++) {
            map.put(new String(counts.word(i), StandardCharsets.UTF_8), counts.count(i));
        }
        return map;
    }

    static Vocabulary vocabulary(TextJob job, long minCount, int maxWords) throws IOException {
        return new VocabularyChoice(minCount, maxWords).choose(WordCounts.of(job));
    }

    static List<Integer> all(Corpus corpus) throws IOException {
        int[] tokens = new int[(int) corpus.length()];
        corpus.read(0, tokens, tokens.length);
        return IntStream.of(tokens).boxed().toList();
    }
}
