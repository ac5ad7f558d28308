package dev.gradus.job;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The settings of a run: a checked value for every key that some part of the system declares. Immutable. A key that was
 * not written has its default.
 */
public final class Job {

    private final KeyList keys;
    private final Map<Key<?>, Object> written;

    private Job(KeyList keys, Map<Key<?>, Object> written) {
        this.keys = keys;
        this.written = written;
    }

    /**
     * Reads a job from dotted names and scalars. Unknown names and bad values are refused with a {@link JobException}.
     */
    public static Job of(KeyList keys, Map<String, ?> scalars) {
        Map<Key<?>, Object> written = new LinkedHashMap<>();
        scalars.forEach((name, raw) -> {
            Key<?> key = keys.find(name);
            written.put(key, key.parse(raw));
        });
        return new Job(keys, written);
    }

    public <T> T get(Key<T> key) {
        @SuppressWarnings("unchecked") // a value was put under its key by that key's own parser
        T value = (T) written.get(key);
        return value == null ? key.defaultValue() : value;
    }

    public int integer(Key<Long> key) {
        return Math.toIntExact(get(key));
    }

    /** This job with one value replaced; the value is checked as if it had been written. */
    public <T> Job with(Key<T> key, T value) {
        Map<Key<?>, Object> changed = new LinkedHashMap<>(written);
        changed.put(key, key.parse(Key.scalar(value)));
        return new Job(keys, changed);
    }

    /** The keys that were written rather than left at their defaults. */
    public Set<Key<?>> written() {
        return Set.copyOf(written.keySet());
    }

    public KeyList keys() {
        return keys;
    }

    /**
     * Every key with its value as a scalar, in the order of the key list: what another process needs to run the same.
     */
    public Map<String, Object> resolved() {
        Map<String, Object> scalars = new LinkedHashMap<>();
        for (Key<?> key : keys.all()) {
            scalars.put(key.name(), Key.scalar(get(key)));
        }
        return scalars;
    }
}
