package dev.gradus.benchmarks;

import java.util.List;

/**
 * What to measure: over which {@code link}, on which {@code paths}, sums of which {@code sizes} in bytes, and for about
 * how many {@code seconds} each.
 */
public record AllReduceSettings(int ranks, String link, String paths, String sizes, double seconds) {

    /** As in benchmarks/side-by-side/allreduce.py. */
    private static final AllReduceSettings DEFAULTS =
            new AllReduceSettings(2, AllReduceRank.SHARED, HeapPath.NAME, "4096,65536,1048576,26214400,104857600", 0.4);

    public AllReduceSettings {
        if (ranks < 2 || seconds <= 0) {
            throw new IllegalArgumentException("nothing to measure: ranks=" + ranks + ", seconds=" + seconds
                    + "; at least 2 ranks and more than 0 seconds are needed");
        }
        if (!AllReduceRank.LINKS.contains(link)) {
            throw new IllegalArgumentException("unknown link: link=" + link + "; choose of " + AllReduceRank.LINKS);
        }
        if (!SumPath.NAMES.containsAll(List.of(paths.split(",", -1)))) {
            throw new IllegalArgumentException("unknown path: paths=" + paths + "; choose of " + SumPath.NAMES);
        }
        for (String size : sizes.split(",", -1)) {
            floats(size);
        }
    }

    /** Settings from words like {@code ranks=4}; what is not said has its default. */
    static AllReduceSettings parse(String... words) {
        AllReduceSettings settings = DEFAULTS;
        for (String word : words) {
            int equals = word.indexOf('=');
            if (equals < 0) {
                throw unknown(word);
            }
            settings = settings.with(word, word.substring(0, equals), word.substring(equals + 1));
        }
        return settings;
    }

    private AllReduceSettings with(String word, String name, String value) {
        return switch (name) {
            case "ranks" -> new AllReduceSettings(Integer.parseInt(value), link, paths, sizes, seconds);
            case "link" -> new AllReduceSettings(ranks, value, paths, sizes, seconds);
            case "paths" -> new AllReduceSettings(ranks, link, value, sizes, seconds);
            case "sizes" -> new AllReduceSettings(ranks, link, paths, value, seconds);
            case "seconds" -> new AllReduceSettings(ranks, link, paths, sizes, Double.parseDouble(value));
            default -> throw unknown(word);
        };
    }

    private static IllegalArgumentException unknown(String word) {
        return new IllegalArgumentException("unknown setting: word=" + word
                + "; expected name=value, names are ranks, link, paths, sizes, seconds");
    }

    List<String> pathNames() {
        return List.of(paths.split(",", -1));
    }

    /** The lengths of the arrays to sum. */
    int[] lengths() {
        return List.of(sizes.split(",", -1)).stream()
                .mapToInt(AllReduceSettings::floats)
                .toArray();
    }

    private static int floats(String bytes) {
        int size = Integer.parseInt(bytes.strip());
        if (size < Float.BYTES || size % Float.BYTES != 0) {
            throw new IllegalArgumentException("not a number of whole floats: bytes=" + size);
        }
        return size / Float.BYTES;
    }
}
