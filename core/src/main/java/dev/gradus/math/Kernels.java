package dev.gradus.math;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/** The loops of this run: those of one {@link KernelSet}, or plain Java. Chosen once at the start. */
public final class Kernels {

    /** The name of the loops in plain Java, which need nothing. */
    public static final String PLAIN = "plain";

    /** The name that asks for the fastest set that can run. */
    public static final String AUTO = "auto";

    private final @Nullable KernelSet set;
    private final String line;

    private Kernels(@Nullable KernelSet set, String line) {
        this.set = set;
        this.line = line;
    }

    public static Kernels plain() {
        return new Kernels(null, "plain loops (asked for)");
    }

    /** The set of that name, the first that can run for {@link #AUTO}. A named set that cannot run is refused. */
    public static Kernels choose(String wanted) {
        return choose(wanted, ServiceLoader.load(KernelSet.class));
    }

    static Kernels choose(String wanted, Iterable<KernelSet> sets) {
        if (wanted.equals(PLAIN)) {
            return plain();
        }
        List<String> obstacles = new ArrayList<>();
        for (KernelSet set : sets) {
            if (wanted.equals(AUTO) || wanted.equals(set.name())) {
                Optional<String> obstacle = set.obstacle();
                if (obstacle.isEmpty()) {
                    return new Kernels(set, set.name() + " (" + set.description() + ")");
                }
                obstacles.add(set.name() + " cannot run: " + obstacle.get());
            }
        }
        String reason = obstacles.isEmpty() ? "no faster ones on the class path" : String.join("; ", obstacles);
        if (!wanted.equals(AUTO)) {
            throw new IllegalArgumentException("kernels are not available: kernels=" + wanted + ", " + reason);
        }
        return new Kernels(null, "plain loops (" + reason + ")");
    }

    public String name() {
        return set == null ? PLAIN : set.name();
    }

    /** Which loops and why, for the run header. */
    public String line() {
        return line;
    }

    /** The chosen set's implementation of a family, or {@code plain} where it has none. */
    public <K> K of(Class<K> family, K plain) {
        return set == null ? plain : set.find(family).orElse(plain);
    }
}
