package dev.gradus.cli;

import dev.gradus.cli.PlainYaml.Place;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/** Text that is not the YAML of a job. The message is one line and does not repeat the place. */
final class YamlException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient @Nullable Place place;

    YamlException(@Nullable Place place, String message) {
        super(message);
        this.place = place;
    }

    /** The parser's complaint about that text in one line. */
    static YamlException of(YamlEngineException e, String text) {
        if (e instanceof MarkedYamlEngineException marked) {
            return new YamlException(
                    marked.getProblemMark().map(Place::of).orElse(null),
                    "malformed YAML: " + oneLine(marked.getProblem() + context(marked)));
        }
        if (e instanceof ReaderException reader) {
            return new YamlException(
                    placeOf(reader.getPosition(), text),
                    String.format(
                            Locale.ROOT, "malformed YAML: character U+%04X is not allowed", reader.getCodePoint()));
        }
        return new YamlException(null, "malformed YAML: " + oneLine(String.valueOf(e.getMessage())));
    }

    /** Where it is, or null when that cannot be said. */
    @Nullable
    Place place() {
        return place;
    }

    /** What the parser was at and since which line: an open quote is noticed only at the end of the file. */
    private static String context(MarkedYamlEngineException e) {
        if (e.getContext() == null) {
            return "";
        }
        return ", " + e.getContext()
                + e.getContextMark()
                        .map(mark -> " from line " + (mark.getLine() + 1))
                        .orElse("");
    }

    private static Place placeOf(int codePoints, String text) {
        int most = Math.min(codePoints, text.codePointCount(0, text.length()));
        String before = text.substring(0, text.offsetByCodePoints(0, most));
        int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
        String last = before.substring(before.lastIndexOf('\n') + 1);
        return new Place(line, last.codePointCount(0, last.length()) + 1);
    }

    private static String oneLine(String message) {
        return message.replaceAll("\\s+", " ").strip();
    }
}
