package dev.gradus.cli;

import dev.gradus.cli.PlainYaml.Entry;
import dev.gradus.cli.PlainYaml.Place;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.job.KeyList;
import dev.gradus.job.Names;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Collects the keys of one job from its file, then from the command line, and remembers where each was written. */
final class JobReader {

    private final KeyList keys;
    private final Set<String> sections = new TreeSet<>();
    private final Map<String, Place> seen = new HashMap<>();
    private final Map<String, Object> scalars = new LinkedHashMap<>();
    private final Map<String, String> origins = new LinkedHashMap<>();

    JobReader(KeyList keys) {
        this.keys = keys;
        for (Key<?> key : keys.all()) {
            String name = key.name();
            for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
                sections.add(name.substring(0, dot));
            }
        }
    }

    /** Whether the key of that name takes a list. */
    boolean takesList(String name) {
        return keys.contains(name) && keys.find(name).isList();
    }

    void add(Path file, Entry entry) throws JobFileException {
        String origin = origin(file, entry.place());
        refuseDuplicate(entry.path(), entry.place(), origin);
        Scalar scalar = entry.scalar();
        if (scalar == null) {
            checkSection(entry.path(), origin);
            return;
        }
        Key<?> key = find(entry.path(), origin);
        if (!key.name().equals(entry.path())) {
            refuseDuplicate(key.name(), entry.place(), origin);
        }
        put(key, scalar, origin);
    }

    void add(Setting setting) throws JobFileException {
        Key<?> key = find(setting.key(), setting.origin());
        try {
            put(key, PlainYaml.scalar(setting.value(), key.isList()), setting.origin());
        } catch (YamlException e) {
            throw new JobFileException(setting.origin() + ": " + e.getMessage());
        }
    }

    Job job() {
        return Job.of(keys, scalars);
    }

    Map<String, String> origins() {
        return origins;
    }

    static String origin(Path file, @Nullable Place place) {
        return place == null ? file.toString() : file + ":" + place.line() + ":" + place.column();
    }

    private void refuseDuplicate(String name, Place place, String origin) throws JobFileException {
        Place first = seen.putIfAbsent(name, place);
        if (first != null) {
            throw new JobFileException(
                    origin + ": key written twice: " + name + ", first at line " + first.line() + "; remove one");
        }
    }

    private void checkSection(String path, String origin) throws JobFileException {
        if (keys.contains(path)) {
            throw new JobFileException(origin + ": expected one value, found a map: " + path);
        }
        if (!sections.contains(path)) {
            throw new JobFileException(origin + ": unknown section: " + path + suggestion(path, sections));
        }
    }

    private Key<?> find(String name, String origin) throws JobFileException {
        if (!keys.names().contains(name)) {
            throw new JobFileException(origin + ": unknown key: " + name + suggestion(name, keys.names()));
        }
        return keys.find(name);
    }

    private static String suggestion(String name, Set<String> known) {
        String nearest = Names.didYouMean(name, known);
        return nearest.isEmpty() ? "; 'gradus train --keys' lists all" : nearest;
    }

    private void put(Key<?> key, Scalar scalar, String origin) throws JobFileException {
        if (scalar.isNull()) {
            boolean mayBeEmpty = key.defaultValue().equals("");
            String advice = mayBeEmpty ? "; write \"\" for empty text" : "; write one or remove the key";
            throw new JobFileException(origin + ": no value: " + key.name() + advice);
        }
        // Text keeps its spelling: a run named 007 or 1e3 is not 7 or 1000.0.
        Object raw = isText(key) ? scalar.text() : scalar.value();
        try {
            key.parse(raw);
        } catch (JobException e) {
            throw new JobFileException(origin + ": " + e.getMessage() + unquoteAdvice(key, scalar));
        }
        scalars.put(key.name(), raw);
        origins.put(key.name(), origin);
    }

    private static String unquoteAdvice(Key<?> key, Scalar scalar) {
        Scalar bare = new Scalar(scalar.text(), false);
        if (!scalar.quoted() || bare.isText() || bare.isNull()) {
            return "";
        }
        try {
            key.parse(bare.value());
            return "; remove the quotes";
        } catch (JobException e) {
            return ""; // wrong with and without quotes
        }
    }

    private static boolean isText(Key<?> key) {
        return key.isList() || key.defaultValue() instanceof String;
    }
}
