package dev.gradus.data.sparse.format;

import dev.gradus.data.DataKeys;
import dev.gradus.job.Key;
import java.util.ArrayList;
import java.util.List;

/** The keys of sparse rows in files. */
public final class SparseKeys {

    public static final Key<String> ON_BAD_ROW = Key.choice(
            "data.onBadRow",
            "fail",
            List.of("fail", "skip"),
            "what happens at a line that is no row; skip: it is left out and counted, up to data.badRows of them");

    public static final Key<Long> BAD_ROWS = Key.whole(
            "data.badRows",
            0,
            0,
            "how many lines that are no rows are skipped before the data is refused; must be written with"
                    + " data.onBadRow=skip");

    public static final Key<Long> BITS =
            Key.whole("data.bits", 24, 1, 31, "bits of the hash of a feature: there are 2^bits features");

    public static final Key<Long> HASH_SEED =
            Key.whole("data.hashSeed", 0, 0, (1L << 32) - 1, "what hashes of features begin with");

    public static final Key<String> INTEGERS = Key.choice(
            "data.integers",
            "bins",
            List.of("bins", "log"),
            "what a whole number x of a Criteo row becomes; bins: a category of its own for x up to 2 and for each"
                    + " floor(ln(x)^2); log: the value ln(x + 2)");

    public static final Key<Long> FIRST_INDEX =
            Key.whole("data.firstIndex", 1, 0, 1, "the lowest index that a libsvm row may have");

    public static final String AUTO = "auto";
    public static final String CACHE = "cache";
    public static final String TEXT = "text";

    public static final Key<String> READ = Key.choice(
            "data.read",
            AUTO,
            List.of(AUTO, CACHE, TEXT),
            "from where rows are learnt; cache: from data.cache, in which they are kept when they are read the first"
                    + " time; text: from the files themselves, each row parsed whenever it is needed; auto: from the"
                    + " files if each row is needed once and every line of them is a row");

    private SparseKeys() {}

    /** The keys that every format has, and some of its own. */
    public static List<Key<?>> with(Key<?>... own) {
        List<Key<?>> keys = new ArrayList<>(List.of(
                DataKeys.PATH, DataKeys.TEST_PATH, DataKeys.TEST, ON_BAD_ROW, BAD_ROWS, DataKeys.MIN_COUNT, READ));
        keys.addAll(List.of(own));
        return List.copyOf(keys);
    }
}
