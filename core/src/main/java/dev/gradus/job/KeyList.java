package dev.gradus.job;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All keys that a job may have, in the order in which they are documented. */
public final class KeyList {

    private static final String KIND = ".kind";

    private final Map<String, Key<?>> byName = new LinkedHashMap<>();

    public KeyList(Collection<? extends Key<?>> keys) {
        for (Key<?> key : keys) {
            Key<?> before = byName.putIfAbsent(key.name(), key);
            if (before != null && before != key) {
                throw new IllegalArgumentException("key declared twice: name=" + key.name());
            }
        }
    }

    public List<Key<?>> all() {
        return List.copyOf(byName.values());
    }

    public boolean contains(String name) {
        return byName.containsKey(name);
    }

    /** The key of that name; {@code model} is short for {@code model.kind}. */
    public Key<?> find(String name) {
        Key<?> key = byName.get(name);
        if (key == null) {
            key = byName.get(name + KIND);
        }
        if (key == null) {
            throw new JobException(name, "unknown key: " + name + Names.didYouMean(name, names()));
        }
        return key;
    }

    /** What a job may write: every name, and the short forms of those that end in {@code .kind}. */
    public Set<String> names() {
        Set<String> names = new LinkedHashSet<>(byName.keySet());
        for (String name : byName.keySet()) {
            if (name.endsWith(KIND)) {
                names.add(name.substring(0, name.length() - KIND.length()));
            }
        }
        return names;
    }
}
