package dev.gradus.train;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.Key;
import dev.gradus.job.Names;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** One of the choices that make a job: the key that makes it and the kinds to choose from. Immutable. */
public record Choice(Key<String> key, List<Kind> kinds) {

    /** One value of a choice: its name, a sentence on it, and the keys that it reads beyond those of every job. */
    public record Kind(String name, String summary, List<Key<?>> keys) {

        public Kind {
            keys = List.copyOf(keys);
        }
    }

    public Choice {
        kinds = List.copyOf(kinds);
        Set<String> names = new HashSet<>();
        for (Kind kind : kinds) {
            if (!names.add(kind.name())) {
                throw new IllegalArgumentException("kind declared twice: " + key.name() + "=" + kind.name());
            }
        }
    }

    /** The kind that the job names. */
    public Kind chosen(Job job) {
        String name = job.get(key);
        return kinds.stream()
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> unknown(name));
    }

    /** The kinds that read that key; empty when it has nothing to do with this choice. */
    public List<Kind> readersOf(Key<?> key) {
        return kinds.stream().filter(kind -> kind.keys().contains(key)).toList();
    }

    private JobException unknown(String name) {
        List<String> names = kinds.stream().map(Kind::name).toList();
        return new JobException(
                key.name(),
                "unknown kind: " + key.name() + "=" + name + ", known: " + String.join(", ", names)
                        + Names.didYouMean(name, names));
    }
}
