package dev.gradus.metrics;

import dev.gradus.json.Records;
import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reports of ranks for tests: zeros and empty texts, but for what is given. */
final class Reports {

    private Reports() {}

    /** {@code figures} are names and values by turns. */
    static RankReport report(int rank, Object... figures) {
        Map<String, Object> map = new LinkedHashMap<>();
        for (RecordComponent component : RankReport.class.getRecordComponents()) {
            map.put(component.getName(), nothing(component.getType()));
        }
        map.put("rank", rank);
        map.put("process", "process of " + rank);
        map.put("seconds", 1.0);
        for (int i = 0; i < figures.length; i += 2) {
            map.put((String) figures[i], figures[i + 1]);
        }
        return Records.fromMap(RankReport.class, map);
    }

    private static Object nothing(Class<?> type) {
        if (type == String.class) {
            return "";
        }
        return type == List.class ? List.of() : 0L;
    }
}
