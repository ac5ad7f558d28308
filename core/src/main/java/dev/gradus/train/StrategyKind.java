package dev.gradus.train;

import dev.gradus.job.Key;
import java.util.List;
import java.util.function.Function;

/** A value of {@code strategy.kind}: how it is called, what it reads, how it is made. */
record StrategyKind(String name, String summary, List<Key<?>> keys, Function<Updater, Strategy> factory) {

    Strategy create(Updater updater) {
        return factory.apply(updater);
    }
}
