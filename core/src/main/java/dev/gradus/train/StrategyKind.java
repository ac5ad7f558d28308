package dev.gradus.train;

import dev.gradus.job.Key;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value of {@code strategy.kind}: how it is called, what it reads, how it is made for models that learn by gradients
 * of rows and for models of tables. Null says that there is no such thing for them.
 */
record StrategyKind(
        String name,
        String summary,
        List<Key<?>> keys,
        @Nullable Function<Updater, Strategy> rows,
        @Nullable TableStrategy tables) {

    Strategy create(Updater updater) {
        if (rows == null) {
            throw new IllegalStateException("strategy is not for rows: strategy=" + name);
        }
        return rows.apply(updater);
    }

    TableStrategy forTables() {
        if (tables == null) {
            throw new IllegalStateException("strategy is not for tables: strategy=" + name);
        }
        return tables;
    }
}
