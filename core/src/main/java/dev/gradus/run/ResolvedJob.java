package dev.gradus.run;

import dev.gradus.job.Job;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Writes a job with every key spelled out, as a job file that reads back to the same job. */
public final class ResolvedJob {

    /** Words that no reader of YAML, old or new, takes for anything but text: names, paths, 500ms, 127.0.0.1. */
    private static final Pattern PLAIN =
            Pattern.compile("[A-Za-z/][A-Za-z0-9_./-]*|[0-9]+(?:ms|s|m|h|k|g)|[0-9]+(?:\\.[0-9]+){2,}");

    private static final Pattern OLD_FLAG = Pattern.compile("(?i)y|n|yes|no|on|off|true|false|null");

    private ResolvedJob() {}

    /** The text of the file, keys in the order of the key list, sections together. */
    public static String yaml(Job job) {
        StringBuilder text = new StringBuilder("# The job as it ran: every key, defaults included.\n");
        sections(job.resolved()).forEach((section, values) -> {
            if (!section.isEmpty()) {
                text.append(section).append(":\n");
            }
            String indent = section.isEmpty() ? "" : "  ";
            values.forEach((key, value) -> text.append(indent)
                    .append(key)
                    .append(": ")
                    .append(scalar(value))
                    .append('\n'));
        });
        return text.toString();
    }

    /** A key beyond its first dot stays dotted, which reads the same and needs no second level. */
    private static Map<String, Map<String, Object>> sections(Map<String, Object> resolved) {
        Map<String, Map<String, Object>> sections = new LinkedHashMap<>();
        resolved.forEach((name, value) -> {
            int dot = name.indexOf('.');
            String section = dot < 0 ? "" : name.substring(0, dot);
            sections.computeIfAbsent(section, s -> new LinkedHashMap<>()).put(name.substring(dot + 1), value);
        });
        return sections;
    }

    private static String scalar(Object value) {
        if (!(value instanceof String text)) {
            return value.toString();
        }
        boolean plain = PLAIN.matcher(text).matches() && !OLD_FLAG.matcher(text).matches();
        return plain ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> quoted.append(escaped(c)));
        return quoted.append('"').toString();
    }

    private static String escaped(int c) {
        if (c == '"' || c == '\\') {
            return "\\" + (char) c;
        }
        if ((c >= ' ' && c <= '~') || Character.isLetterOrDigit(c)) {
            return Character.toString(c);
        }
        return String.format(Locale.ROOT, c > 0xFFFF ? "\\U%08X" : "\\u%04X", c);
    }
}
