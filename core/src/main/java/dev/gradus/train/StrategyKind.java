package dev.gradus.train;

import dev.gradus.job.Key;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A value of {@code strategy.kind}: how it is called, what it reads, how models learn by it that have gradients of
 * rows, and how models of tables do. Null says that there is no such thing for them.
 */
record StrategyKind(
        String name,
        String summary,
        List<Key<?>> keys,
        @Nullable RowStrategy rows,
        @Nullable TableStrategy tables) {

    RowStrategy forRows() {
        if (rows == null) {
            throw new IllegalStateException("strategy is not for rows: strategy=" + name);
        }
        return rows;
    }

    TableStrategy forTables() {
        if (tables == null) {
            throw new IllegalStateException("strategy is not for tables: strategy=" + name);
        }
        return tables;
    }
}
