package dev.gradus.cli;

import dev.gradus.job.Key;
import dev.gradus.train.Choice;
import dev.gradus.train.Choice.Kind;
import dev.gradus.train.Kinds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Every key that a job may have, for people at a terminal, for docs/jobs.md and for programs. */
public final class KeysPage {

    public static final int DEFAULT_WIDTH = 100;

    private static final int MIN_WIDTH = 40;
    private static final String KEY_INDENT = "  ";
    private static final String TEXT_INDENT = "      ";

    private final Kinds kinds;

    public KeysPage(Kinds kinds) {
        this.kinds = kinds;
    }

    /** The page for a terminal; no line is longer than {@code width} unless a single word is. */
    public String text(int width) {
        int columns = Math.max(MIN_WIDTH, width);
        StringBuilder page = new StringBuilder();
        sections().forEach((section, keys) -> {
            page.append(page.isEmpty() ? "" : "\n").append(titleOf(section)).append('\n');
            for (Key<?> key : keys) {
                wrap(page, columns, KEY_INDENT, key.name() + ": " + key.type() + "; default " + defaultOf(key));
                wrap(page, columns, TEXT_INDENT, key.summary() + readers(key));
                for (Kind kind : kindsOf(key)) {
                    wrap(page, columns, TEXT_INDENT, "- " + kind.name() + ": " + kind.summary());
                }
            }
        });
        return page.toString();
    }

    /** The same as tables, one for each section. */
    public String markdown() {
        StringBuilder page = new StringBuilder();
        sections().forEach((section, keys) -> {
            page.append(page.isEmpty() ? "" : "\n")
                    .append("### ")
                    .append(titleOf(section))
                    .append("\n\n");
            page.append("| key | value | default | meaning |\n| --- | --- | --- | --- |\n");
            keys.forEach(key -> page.append(row(key)));
            for (Key<?> key : keys) {
                page.append(kindsOf(key).isEmpty() ? "" : "\n");
                for (Kind kind : kindsOf(key)) {
                    page.append("* `")
                            .append(key.name())
                            .append(": ")
                            .append(kind.name())
                            .append("`: ");
                    page.append(escaped(kind.summary())).append('\n');
                }
            }
        });
        return page.toString();
    }

    /** The same for {@code --json}: {@code name, type, default, summary}, and where they apply {@code kinds, only}. */
    public List<Map<String, Object>> maps() {
        List<Map<String, Object>> maps = new ArrayList<>();
        for (Key<?> key : kinds.keys().all()) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put("name", key.name());
            map.put("type", key.type());
            map.put("default", Key.scalar(key.defaultValue()));
            map.put("summary", key.summary());
            if (!kindsOf(key).isEmpty()) {
                map.put("kinds", kindsOf(key).stream().map(Kind::name).toList());
            }
            if (!only(key).isEmpty()) {
                map.put("only", only(key));
            }
            maps.add(map);
        }
        return maps;
    }

    private Map<String, List<Key<?>>> sections() {
        Map<String, List<Key<?>>> sections = new LinkedHashMap<>();
        for (Key<?> key : kinds.keys().all()) {
            int dot = key.name().indexOf('.');
            String section = dot < 0 ? "" : key.name().substring(0, dot);
            sections.computeIfAbsent(section, s -> new ArrayList<>()).add(key);
        }
        return sections;
    }

    private static String titleOf(String section) {
        return section.isEmpty() ? "job" : section;
    }

    private static String defaultOf(Key<?> key) {
        String value = String.valueOf(Key.scalar(key.defaultValue()));
        return value.isEmpty() ? "empty" : value;
    }

    /** The kinds to choose from, if the key is a choice. */
    private List<Kind> kindsOf(Key<?> key) {
        return kinds.choices().stream()
                .filter(choice -> choice.key() == key)
                .flatMap(choice -> choice.kinds().stream())
                .toList();
    }

    /** The choices that the key needs, such as {@code data.kind=csv}; empty when it applies to every kind. */
    private List<String> only(Key<?> key) {
        List<String> only = new ArrayList<>();
        for (Choice choice : kinds.choices()) {
            List<Kind> readers = choice.readersOf(key);
            if (readers.size() < choice.kinds().size()) {
                readers.forEach(kind -> only.add(choice.key().name() + "=" + kind.name()));
            }
        }
        return only;
    }

    private String readers(Key<?> key) {
        List<String> only = only(key);
        return only.isEmpty() ? "" : " (only with " + String.join(", ", only) + ")";
    }

    private String row(Key<?> key) {
        String value = defaultOf(key).equals("empty") ? "empty" : "`" + defaultOf(key) + "`";
        return List.of("`" + key.name() + "`", key.type(), value, key.summary() + readers(key)).stream()
                .map(KeysPage::escaped)
                .collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String escaped(String cell) {
        return cell.replace("|", "\\|");
    }

    private static void wrap(StringBuilder page, int width, String indent, String text) {
        int column = 0;
        for (String word : text.split(" ", -1)) {
            if (column > 0 && column + 1 + word.length() > width) {
                page.append('\n');
                column = 0;
            }
            boolean first = column == 0;
            page.append(first ? indent : " ").append(word);
            column += (first ? indent.length() : 1) + word.length();
        }
        page.append('\n');
    }
}
