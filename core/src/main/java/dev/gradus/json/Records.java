package dev.gradus.json;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Turns records of numbers, texts and lists of numbers into maps that JSON can hold, and back. */
public final class Records {

    /** The JVM makes them anew for every question, which costs more than reading the record. */
    private static final ClassValue<RecordComponent[]> COMPONENTS = new ClassValue<>() {
        @Override
        protected RecordComponent[] computeValue(Class<?> type) {
            return type.getRecordComponents();
        }
    };

    private Records() {}

    /** The components by name, in order. */
    public static Map<String, Object> toMap(Record record) {
        Map<String, Object> map = new LinkedHashMap<>();
        try {
            for (RecordComponent component : COMPONENTS.get(record.getClass())) {
                map.put(component.getName(), component.getAccessor().invoke(record));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("record cannot be read: type=" + record.getClass(), e);
        }
        return map;
    }

    /** The record that {@link #toMap} was made of. Every component must be there and of the right kind. */
    public static <R extends Record> R fromMap(Class<R> type, Map<?, ?> map) {
        RecordComponent[] components = COMPONENTS.get(type);
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            String name = components[i].getName();
            if (!map.containsKey(name)) {
                throw new IllegalArgumentException("member is missing: name=" + name + ", of=" + type.getSimpleName());
            }
            types[i] = components[i].getType();
            values[i] = convert(types[i], map.get(name), name);
        }
        try {
            Constructor<R> constructor = type.getDeclaredConstructor(types);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("record cannot be made: type=" + type, e);
        }
    }

    private static Object convert(Class<?> type, @Nullable Object value, String name) {
        if (type == double.class && value == null) {
            return Double.NaN; // JSON has no NaN, and Json writes it as null.
        }
        if (type == double.class && value instanceof Number number) {
            return number.doubleValue();
        }
        if (value instanceof Long || value instanceof Integer) {
            long whole = ((Number) value).longValue();
            if (type == long.class) {
                return whole;
            }
            if (type == int.class && whole == (int) whole) {
                return (int) whole;
            }
        }
        if ((type == String.class && value instanceof String) || (type == List.class && value instanceof List)) {
            return value;
        }
        throw new IllegalArgumentException("member is of another type: name=" + name + ", value=" + value);
    }
}
