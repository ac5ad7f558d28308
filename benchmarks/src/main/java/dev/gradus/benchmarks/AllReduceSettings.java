package dev.gradus.benchmarks;

import dev.gradus.json.Records;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
        Map<String, Object> map = new LinkedHashMap<>(Records.toMap(DEFAULTS));
        for (String word : words) {
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            Object before = map.get(name);
            if (equals < 0 || before == null) {
                throw new IllegalArgumentException("unknown setting: word=" + word + "; expected name=value, names are "
                        + String.join(", ", map.keySet()));
            }
            map.put(name, value(before, word.substring(equals + 1)));
        }
        return Records.fromMap(AllReduceSettings.class, map);
    }

    private static Object value(Object before, String text) {
        if (before instanceof Integer) {
            return Integer.valueOf(text);
        }
        return before instanceof Double ? Double.valueOf(text) : text;
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
