package dev.gradus.nn.network;

import dev.gradus.job.JobException;
import dev.gradus.job.Names;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One line of {@code model.layers}, cut into a word, values and options. Its errors name the layer. */
final class LayerLine {

    static final String KEY = "model.layers";

    /** Far above any real use, and low enough that no sum of a few overflows. */
    private static final int MOST = 1_000_000;

    private final int number;
    private final String text;
    private final String word;
    private final List<String> values = new ArrayList<>();
    private final Map<String, String> options = new LinkedHashMap<>();

    /** The options that the layer was asked for, so has. */
    private final Set<String> asked = new TreeSet<>();

    /** {@code number} counts from 1. */
    LayerLine(int number, String text) {
        this.number = number;
        this.text = text;
        String[] parts = text.strip().split("\\s+", -1);
        this.word = parts[0];
        for (int i = 1; i < parts.length; i++) {
            int equals = parts[i].indexOf('=');
            if (equals < 0) {
                values.add(parts[i]);
            } else if (options.put(parts[i].substring(0, equals), parts[i].substring(equals + 1)) != null) {
                throw error("option is given twice: " + parts[i]);
            }
        }
    }

    int number() {
        return number;
    }

    String text() {
        return text;
    }

    String word() {
        return word;
    }

    /** An option's text, which is then used up. */
    @Nullable
    String take(String option) {
        asked.add(option);
        return options.remove(option);
    }

    /** The option as a whole number of {@code least} at least, which is then used up. */
    int whole(String option, int fallback, int least) {
        String value = take(option);
        return value == null ? fallback : whole(option, value, least);
    }

    boolean flag(String option, boolean fallback) {
        String value = take(option);
        if (value == null) {
            return fallback;
        }
        if (!value.equals("true") && !value.equals("false")) {
            throw error("bad option: " + option + "=" + value + "; write true or false");
        }
        return value.equals("true");
    }

    /** The first value, which is then used up; there must be one. */
    String first(String meaning) {
        if (values.isEmpty()) {
            throw error("needs " + meaning);
        }
        return values.remove(0);
    }

    int whole(String meaning, String value, int least) {
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= MOST) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw badWhole(meaning, value, least);
        }
        throw badWhole(meaning, value, least);
    }

    private JobException badWhole(String meaning, String value, int least) {
        return error("bad " + meaning + ": " + value + "; write a whole number of at least " + least + " and at most "
                + MOST);
    }

    /** Refuses what nobody has used up. */
    void end() {
        if (!values.isEmpty()) {
            throw error("has a value too many: " + values.get(0));
        }
        if (!options.isEmpty()) {
            String unknown = options.keySet().iterator().next();
            throw error("has no option " + unknown + Names.didYouMean(unknown, asked));
        }
    }

    JobException error(String what) {
        return error(number, text, what);
    }

    static JobException error(int number, String text, String what) {
        return new JobException(KEY, KEY + ": layer " + number + " (" + text + "): " + what);
    }
}
