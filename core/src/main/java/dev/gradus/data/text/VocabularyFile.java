package dev.gradus.data.text;

import dev.gradus.data.DataException;
import dev.gradus.data.files.ReadFailure;
import dev.gradus.data.files.WholeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A vocabulary as a file: a line a word, {@code word count}, in UTF-8. The form that word2vec's own tool has. */
public final class VocabularyFile {

    private VocabularyFile() {}

    /** Writes or replaces the file, as a whole. */
    public static void write(Path file, Vocabulary vocabulary) throws DataException {
        byte[] text = text(vocabulary);
        WholeFile.write(file, "vocabulary", channel -> WholeFile.writeFully(channel, ByteBuffer.wrap(text), 0));
    }

    /** Reads a vocabulary; words that are not in order of frequency are put into it. */
    public static Vocabulary read(Path file) throws DataException {
        return parse(file, bytes(file));
    }

    static byte[] bytes(Path file) throws DataException {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new DataException("cannot read vocabulary: file=" + file + ", " + ReadFailure.reason(e), e);
        }
    }

    static byte[] text(Vocabulary vocabulary) {
        StringBuilder text = new StringBuilder();
        for (int id = 0; id < vocabulary.size(); id++) {
            text.append(vocabulary.word(id))
                    .append(' ')
                    .append(vocabulary.count(id))
                    .append('\n');
        }
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    static Vocabulary parse(Path file, byte[] bytes) throws DataException {
        List<RankedWord> words = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        int number = 0;
        for (String line : decode(file, bytes).lines().toList()) {
            number++;
            RankedWord word = word(line);
            if (word == null || !seen.add(word.text())) {
                throw new DataException((word == null ? "not a word and its count" : "word stands twice") + ": file="
                        + file + ", line=" + number + ", text=" + shortened(line));
            }
            words.add(word);
        }
        if (words.size() < VocabularyChoice.FEWEST_WORDS) {
            throw new DataException("too few words in the vocabulary: file=" + file + ", words=" + words.size());
        }
        words.sort(RankedWord.ORDER);
        return VocabularyChoice.vocabulary(words);
    }

    private static @Nullable RankedWord word(String line) {
        int space = Math.max(line.lastIndexOf(' '), line.lastIndexOf('\t'));
        String word = line.substring(0, Math.max(0, space));
        String count = line.substring(space + 1);
        boolean good = !word.isEmpty()
                && word.chars().noneMatch(character -> character == ' ' || (character >= 9 && character <= 13))
                && count.matches("\\d{1,18}");
        return good ? new RankedWord(word, Long.parseLong(count)) : null;
    }

    private static String decode(Path file, byte[] bytes) throws DataException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new DataException("vocabulary is not UTF-8: file=" + file, e);
        }
    }

    private static String shortened(String line) {
        return line.length() <= 80 ? line : line.substring(0, 80) + "...";
    }
}
