package dev.gradus.server;

import dev.gradus.json.Json;
import dev.gradus.json.JsonException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The tables that workers wish for, and what they agree on. */
record Wish(List<TableSpec> tables, Terms terms) {

    /** Bytes of the words of a wish, of which a table needs 50 KB at most: read, they take some ten times as many. */
    static final int MOST_BYTES = 4 << 20;

    Wish {
        tables = List.copyOf(tables);
    }

    /** The wish that a worker has sent. */
    static Wish of(String words) throws IOException {
        try {
            Map<?, ?> content = (Map<?, ?>) Objects.requireNonNull(Json.parse(words));
            List<TableSpec> specs = new ArrayList<>();
            for (Object table : (List<?>) Objects.requireNonNull(content.get("tables"))) {
                specs.add(TableSpec.of((Map<?, ?>) table));
            }
            return new Wish(specs, Terms.of((Map<?, ?>) Objects.requireNonNull(content.get("terms"))));
        } catch (JsonException | ClassCastException | NullPointerException | IllegalArgumentException e) {
            throw impossible(e);
        }
    }

    /** Why there will be no such tables. */
    static IOException impossible(RuntimeException reason) {
        return new IOException("tables cannot be made: " + reason.getMessage(), reason);
    }
}
