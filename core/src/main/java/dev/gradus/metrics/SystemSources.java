package dev.gradus.metrics;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Which source tells what the system counts: none but {@code /proc} where there is one, else the first that works.
 * {@code -Dgradus.counters=NAME} takes the one of that name everywhere, {@code proc} none.
 */
final class SystemSources {

    /**
     * What takes a source wherever the program runs; for tests and for systems whose {@code /proc} is something else.
     */
    static final String PROPERTY = "gradus.counters";

    private SystemSources() {}

    /** Made when it is first asked for, and then kept: making one may take a second. */
    private static final class Chosen {
        static final Optional<SystemSource> SOURCE =
                choose(System.getProperty(PROPERTY, ""), SystemCounters.PROC, ServiceLoader.load(SystemSource.class));
    }

    /** Empty where {@code /proc} is read. */
    static Optional<SystemSource> chosen() {
        return Chosen.SOURCE;
    }

    static Optional<SystemSource> choose(String wanted, Path proc, Iterable<SystemSource> sources) {
        if (wanted.equals("proc") || (wanted.isEmpty() && Files.isReadable(proc.resolve("self/status")))) {
            return Optional.empty();
        }
        try {
            for (SystemSource source : sources) {
                if (wanted.isEmpty() || wanted.equals(source.name())) {
                    source.read(); // one that cannot work here fails now, and not in the middle of a run
                    return Optional.of(source);
                }
            }
        } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
            return Optional.empty(); // its library is missing or does not know this system: the figures are unknown
        }
        return Optional.empty();
    }
}
