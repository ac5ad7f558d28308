package dev.gradus.formats;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Texts of clicks that other tools read. */
public enum ClickFormat {

    /** {@code +1 1:0.693 14:1}: features from 1 on. */
    LIBSVM("libsvm", ".svm", ".libsvm"),

    /** {@code 1 | 1:0.693 14}: features from 1 on, a value of 1 is left out. */
    VW("vw", ".vw", ".vw.txt"),

    /** Label, 13 whole numbers and 26 categories in hexadecimal digits, between tabs. */
    CRITEO("criteo", ".tsv", ".criteo");

    private final String text;
    private final String ending;
    private final String otherEnding;

    ClickFormat(String text, String ending, String otherEnding) {
        this.text = text;
        this.ending = ending;
        this.otherEnding = otherEnding;
    }

    /** What an option calls it. */
    public String text() {
        return text;
    }

    public static List<String> names() {
        return Arrays.stream(values()).map(ClickFormat::text).toList();
    }

    public static Optional<ClickFormat> named(String name) {
        return Arrays.stream(values())
                .filter(format -> format.text.equals(name))
                .findFirst();
    }

    /** The one that a file's name ends like. */
    public static Optional<ClickFormat> ofFile(String fileName) {
        String name = fileName.toLowerCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(format -> name.endsWith(format.ending) || name.endsWith(format.otherEnding))
                .findFirst();
    }
}
