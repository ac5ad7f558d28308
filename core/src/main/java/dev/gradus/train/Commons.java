package dev.gradus.train;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** What ranks that are threads of one process share. Used by all of them. */
public final class Commons {

    private final Map<String, Object> things = new ConcurrentHashMap<>();

    /** The thing of that name; whoever asks first makes it, and all get the same one. */
    <T> T share(String name, Class<T> type, Supplier<T> maker) {
        return type.cast(things.computeIfAbsent(name, unused -> maker.get()));
    }
}
