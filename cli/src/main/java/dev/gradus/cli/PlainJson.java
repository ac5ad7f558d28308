package dev.gradus.cli;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Maps, lists, texts, finite numbers and flags as JSON, for the data commands until {@code dev.gradus.json.Json} is
 * there; its callers then call that instead.
 */
final class PlainJson {

    private PlainJson() {}

    static String write(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> quoted(String.valueOf(entry.getKey())) + ":" + write(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        if (value instanceof List<?> list) {
            return list.stream().map(PlainJson::write).collect(Collectors.joining(",", "[", "]"));
        }
        return value instanceof Number || value instanceof Boolean ? value.toString() : quoted(value.toString());
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
