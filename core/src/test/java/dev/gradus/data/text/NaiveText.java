package dev.gradus.data.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text pipeline in the fewest lines, to compare with; and texts that are hard to cut. */
final class NaiveText {

    private static final Pattern WORD = Pattern.compile("\\w+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern NO_SPACE = Pattern.compile("\\S+", Pattern.UNICODE_CHARACTER_CLASS);
    private static final Pattern LETTERS = Pattern.compile("[a-z]+|[0-9]");
    private static final List<String> DIGITS =
            List.of("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine");

    private static final List<String> PARTS = List.of(
            "the",
            "THE",
            "a",
            "ab",
            "Größe",
            "naïve",
            "Ⱥb",
            "İx",
            "Σas",
            "слово",
            "СЛОВО",
            "語",
            "語彙",
            "𝒳y",
            "😀",
            "e\u0301",
            "_",
            "x_1",
            "7",
            "42",
            "Antidisestablishmentarianism",
            "éèêëéèêëéèêëéèêë",
            "\u00a0",
            "—",
            "…",
            "\u3000",
            "-",
            ".",
            "'",
            "\t",
            "\r",
            "\u0085",
            "\u2028",
            "𐐀",
            "<UNK>");

    private NaiveText() {}

    /** Parts of several bytes, in any order, with lines of at most {@code mostParts} parts. */
    static String random(SplittableRandom random, int parts, int mostParts) {
        StringBuilder text = new StringBuilder();
        int inLine = 0;
        for (int i = 0; i < parts; i++) {
            text.append(PARTS.get(random.nextInt(PARTS.size())));
            if (random.nextInt(3) > 0) {
                text.append(' ');
            }
            inLine++;
            if (inLine == mostParts || random.nextInt(8) == 0) {
                text.append(random.nextInt(4) == 0 ? "\r\n" : "\n");
                inLine = 0;
            }
        }
        return text.toString();
    }

    static List<String> words(String tokenizer, String text) {
        Pattern pattern = switch (tokenizer) {
            case "simple" -> WORD;
            case "whitespace" -> NO_SPACE;
            default -> LETTERS;
        };
        List<String> words = new ArrayList<>();
        Matcher matcher = pattern.matcher(tokenizer.equals("text8") ? asciiLower(text) : text);
        while (matcher.find()) {
            String word = matcher.group();
            if (tokenizer.equals("simple")) {
                word = word.codePoints()
                        .map(Character::toLowerCase)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
            } else if (tokenizer.equals("text8") && Character.isDigit(word.charAt(0))) {
                word = DIGITS.get(word.charAt(0) - '0');
            }
            words.add(word);
        }
        return words;
    }

    static Map<String, Long> counts(String tokenizer, String text) {
        Map<String, Long> counts = new HashMap<>();
        words(tokenizer, text).forEach(word -> counts.merge(word, 1L, Long::sum));
        return counts;
    }

    /** The tokens of a text whose lines end sentences. */
    static List<Integer> tokens(String tokenizer, String text, Vocabulary vocabulary, int sentence) {
        List<Integer> tokens = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            int length = 0;
            for (String word : words(tokenizer, line)) {
                int id = vocabulary.id(word) >= 0 ? vocabulary.id(word) : vocabulary.id(Vocabulary.UNKNOWN);
                if (id >= 0) {
                    tokens.add(id);
                    length++;
                    if (length == sentence) {
                        tokens.add(Corpus.END);
                        length = 0;
                    }
                }
            }
            if (length > 0) {
                tokens.add(Corpus.END);
            }
        }
        return tokens;
    }

    private static String asciiLower(String text) {
        return text.chars()
                .map(character -> character >= 'A' && character <= 'Z' ? character + 32 : character)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
