package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.job.Key;
import java.util.List;
import java.util.function.BiFunction;

/** A value of {@code strategy.kind}: how it is called, what it reads, how it is made. */
record StrategyKind(String name, String summary, List<Key<?>> keys, BiFunction<Updater, Exchange, Strategy> factory) {

    Strategy create(Updater updater, Exchange exchange) {
        return factory.apply(updater, exchange);
    }
}
