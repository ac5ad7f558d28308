package dev.gradus.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * One line of {@code hashes.jsonl}: the hash of every block after a step, and the chain over all lines so far. Hashes
 * are 16 hexadecimal digits; blocks stand in the order of the parameter vector.
 */
public record HashReading(long step, String chain, Map<String, String> blocks) {

    private static final Pattern HASH = Pattern.compile("[0-9a-f]{16}");

    public HashReading {
        blocks = Collections.unmodifiableMap(new LinkedHashMap<>(blocks));
    }

    /** Reads what {@link #toMap} made and JSON carried; anything else is refused. */
    public static HashReading of(Map<?, ?> map) {
        if (!(map.get("step") instanceof Long step) || step < 1) {
            throw new IllegalArgumentException("not a step: step=" + map.get("step"));
        }
        if (!(map.get("blocks") instanceof Map<?, ?> blocks)) {
            throw new IllegalArgumentException("not hashes of blocks: blocks=" + map.get("blocks"));
        }
        Map<String, String> hashes = new LinkedHashMap<>();
        blocks.forEach((name, hash) -> hashes.put(String.valueOf(name), checked(String.valueOf(hash))));
        return new HashReading(step, checked(String.valueOf(map.get("chain"))), hashes);
    }

    private static String checked(String hash) {
        if (!HASH.matcher(hash).matches()) {
            throw new IllegalArgumentException("not a hash: expected=16 hexadecimal digits, found=" + hash);
        }
        return hash;
    }

    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("step", step);
        map.put("chain", chain);
        map.put("blocks", blocks);
        return map;
    }
}
