package dev.gradus.data.text;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/** A word with how often it occurs. */
record RankedWord(String text, long count) {

    /** The most frequent first; words that are equally frequent by their bytes in UTF-8. */
    static final Comparator<RankedWord> ORDER = Comparator.comparingLong(RankedWord::count)
            .reversed()
            .thenComparing(RankedWord::bytes, Arrays::compareUnsigned);

    private byte[] bytes() {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
