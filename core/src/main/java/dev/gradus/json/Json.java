package dev.gradus.json;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON (RFC 8259) for values of the JDK: maps with text keys, iterables, arrays of double, float, long or int, texts,
 * numbers, flags and null. Whatever is written reads back, except that NaN and infinities, which JSON lacks, are
 * written as null.
 */
public final class Json {

    /** Deepest nesting of objects and arrays that is read or written: far above our files, far below the stack. */
    static final int MAX_DEPTH = 64;

    private Json() {}

    /** The value on one line without spaces, keys in the order of the map. */
    public static String write(@Nullable Object value) {
        return JsonWriter.compact().write(value);
    }

    /** The value over several lines, for files that people open. Lists of scalars stay on one line. */
    public static String pretty(@Nullable Object value) {
        return JsonWriter.indented().write(value);
    }

    /**
     * Reads one value: LinkedHashMap, List (immutable, may hold null), String, Long, Double, Boolean or null. A number
     * is a Long when it has neither point nor exponent and fits. Anything else than strict JSON is refused with a
     * {@link JsonException}, and so is a name that stands twice in one object.
     */
    public static @Nullable Object parse(String text) {
        return new JsonParser(text).parse();
    }

    /** Reads one object; any other value is refused. */
    public static Map<String, Object> parseObject(String text) {
        if (parse(text) instanceof Map<?, ?> map) {
            @SuppressWarnings("unchecked") // the parser makes no other maps
            Map<String, Object> object = (Map<String, Object>) map;
            return object;
        }
        throw new JsonException("expected an object", 1, 1);
    }
}
