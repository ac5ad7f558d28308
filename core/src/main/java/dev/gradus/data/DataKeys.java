package dev.gradus.data;

import dev.gradus.job.Key;
import java.util.List;

/** The keys that kinds of data share, so that one name means the same for all of them. */
public final class DataKeys {

    public static final Key<Long> ROWS = Key.whole(
            "data.rows",
            0,
            0,
            1_000_000_000_000L,
            "rows of a generated set to train on; those for testing are made beyond them; 0: the kind's own size");

    public static final Key<Long> FEATURES =
            Key.whole("data.features", 20, 1, 1_000_000, "features of a generated row");

    // Not "4 unless written": a resolved job has every key written, and a file's classes must still be found.
    public static final Key<Long> CLASSES = Key.whole(
            "data.classes",
            0,
            0,
            1_000_000,
            "classes of the labels; 0: 4 in a generated set, 10 of generated images," + " counted in a file");

    public static final Key<Double> MARGIN = Key.number(
            "data.margin", 0.05, 0, 100, "how far every generated row stands from the plane between the classes");

    public static final Key<Double> NOISE =
            Key.number("data.noise", 0, 0, 1, "share of generated labels that are replaced by a wrong one");

    public static final Key<Long> SEED = Key.whole(
            "data.seed", 1, Long.MIN_VALUE, "what a generated set is drawn from, and what images are varied by");

    public static final Key<String> PATH = Key.text("data.path", "", "the file to read");

    public static final Key<String> TEST_PATH = Key.text(
            "data.testPath",
            "",
            "the file, folder or pattern of rows held out for testing; empty: data.test of the rows are held out, or"
                    + " of a folder of images those that it has for that");

    public static final Key<Double> TEST =
            Key.number("data.test", 0.1, 0, 0.9, "rows held out for testing, as a fraction of the rows");

    // Not "5 unless written": a resolved job has every key written, and words and features differ.
    public static final Key<Long> MIN_COUNT = Key.whole(
            "data.minCount",
            0,
            0,
            "words of a text or features of sparse rows that occur less often are left out; 0: 5 for words, 1 for"
                    + " features");

    public static final Key<Long> PAGE_ROWS = Key.whole(
            "data.pageRows",
            256,
            0,
            1 << 30,
            "rows that stay together when an epoch is shuffled; 1: every row by itself, 0: no shuffling");

    public static final Key<String> LABEL = Key.text(
            "data.label",
            "",
            "name or number (from 1) of the label's column; empty: the one named label, else the last");

    public static final Key<String> HEADER = Key.choice(
            "data.header",
            "auto",
            List.of("auto", "true", "false"),
            "whether the first line names the columns; auto: if any of its fields is not a number, or with"
                    + " data.kind=columns, if the job names columns or neither the label nor a numeric field is one");

    private DataKeys() {}

    public static List<Key<?>> all() {
        return List.of(PATH, ROWS, FEATURES, CLASSES, MARGIN, NOISE, SEED, TEST, PAGE_ROWS, LABEL, HEADER);
    }
}
