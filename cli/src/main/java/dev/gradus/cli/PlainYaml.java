package dev.gradus.cli;

import dev.gradus.job.Key;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentEndEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingEndEvent;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceEndEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * YAML cut down to what a job needs: maps of maps of scalars, each key with its place; for keys that say so, lists of
 * scalars, which become one text. Lists elsewhere, anchors, aliases and tags are refused, so nothing in a file can
 * grow, loop or name a class. Reads events one by one rather than a tree, so that deep nesting ends in a message and
 * not in a full stack.
 */
final class PlainYaml {

    private static final Pattern NO_ITEM_END = Pattern.compile("[^;\\v]*");
    private static final int MAX_DEPTH = 8;
    private static final int MAX_SCALAR = 4096;

    /** A network of a hundred layers is a few thousand characters. */
    private static final int MAX_LIST = 1 << 16;

    /** Line and column, both counted from 1. */
    record Place(int line, int column) {

        static Place of(Mark mark) {
            return new Place(mark.getLine() + 1, mark.getColumn() + 1);
        }
    }

    /** A key with its dotted path. Without a value it opens a section. */
    record Entry(String path, Place place, @Nullable Scalar scalar) {}

    private final Iterator<Event> events;
    private final List<Entry> entries = new ArrayList<>();
    private final Predicate<String> lists;
    private @Nullable Event last;

    private PlainYaml(String text, Predicate<String> lists) {
        this.lists = lists;
        events = new Parse(LoadSettings.builder().build()).parseString(text).iterator();
    }

    /**
     * The keys of a document in the order in which they stand. An empty document has none. {@code lists} says which
     * paths may have a list.
     */
    static List<Entry> entries(String text, Predicate<String> lists) throws YamlException {
        try {
            PlainYaml yaml = new PlainYaml(text, lists);
            yaml.document();
            return yaml.entries;
        } catch (YamlEngineException e) {
            throw YamlException.of(e, text);
        }
    }

    /** The one scalar that the text is; {@code list} says that it is a list written as one text. */
    static Scalar scalar(String text, boolean list) throws YamlException {
        try {
            PlainYaml yaml = new PlainYaml(text, path -> list);
            Optional<Event> root = yaml.root();
            if (root.isEmpty()) {
                return new Scalar("", false);
            }
            Scalar scalar = yaml.scalarAt(root.get());
            yaml.end();
            return scalar;
        } catch (YamlEngineException e) {
            throw YamlException.of(e, text);
        }
    }

    private void document() throws YamlException {
        Optional<Event> root = root();
        if (root.isEmpty()) {
            return;
        }
        Event event = root.get();
        if (event instanceof MappingStartEvent) {
            checkPlain(event);
            mapping("", 1);
        } else if (!(event instanceof ScalarEvent) || !scalarAt(event).isNull()) {
            throw new YamlException(place(event), "expected keys with values, found " + nameOf(event));
        }
        end();
    }

    private Optional<Event> root() throws YamlException {
        Event event = next();
        while (event instanceof StreamStartEvent || event instanceof DocumentStartEvent) {
            event = next();
        }
        return event instanceof StreamEndEvent ? Optional.empty() : Optional.of(event);
    }

    private void end() throws YamlException {
        Event event = next();
        while (event instanceof DocumentEndEvent) {
            event = next();
        }
        if (!(event instanceof StreamEndEvent)) {
            throw new YamlException(place(event), "expected one document, found another");
        }
    }

    private void mapping(String prefix, int depth) throws YamlException {
        for (Event key = next(); !(key instanceof MappingEndEvent); key = next()) {
            String path = prefix + keyText(key);
            Event value = next();
            checkPlain(value);
            if (!(value instanceof MappingStartEvent)) {
                entries.add(new Entry(path, place(key), valueAt(path, key, value)));
                continue;
            }
            if (depth == MAX_DEPTH) {
                throw new YamlException(place(key), "sections are nested too deeply: most=" + MAX_DEPTH);
            }
            entries.add(new Entry(path, place(key), null));
            mapping(path + ".", depth + 1);
        }
    }

    private static String keyText(Event event) throws YamlException {
        checkPlain(event);
        if (!(event instanceof ScalarEvent)) {
            throw new YamlException(place(event), "expected text as key, found " + nameOf(event));
        }
        Scalar key = scalarAt(event, "key", MAX_SCALAR);
        if (!key.isText()) {
            throw new YamlException(
                    place(event), "expected text as key, found " + (key.isNull() ? "none" : key.text()));
        }
        return key.text();
    }

    private Scalar valueAt(String path, Event key, Event value) throws YamlException {
        if (value instanceof SequenceStartEvent && lists.test(path)) {
            return listAt(path);
        }
        if (!(value instanceof ScalarEvent)) {
            throw new YamlException(place(key), "expected one value, found " + nameOf(value) + ": " + path);
        }
        return scalarAt(value, path, lists.test(path) ? MAX_LIST : MAX_SCALAR);
    }

    /** The items up to the end of the list as the one text that a list key reads. */
    private Scalar listAt(String path) throws YamlException {
        List<String> items = new ArrayList<>();
        int length = 0;
        for (Event event = next(); !(event instanceof SequenceEndEvent); event = next()) {
            checkPlain(event);
            if (!(event instanceof ScalarEvent)) {
                throw new YamlException(
                        place(event),
                        "expected a text as item, found " + nameOf(event) + ": " + path
                                + "; put it in quotes if it is text");
            }
            Scalar item = scalarAt(event, path, MAX_SCALAR);
            if (item.isNull() || item.text().isBlank()) {
                throw new YamlException(place(event), "item is empty: " + path + "; write one or remove it");
            }
            if (!NO_ITEM_END.matcher(item.text()).matches()) {
                throw new YamlException(
                        place(event), "items may not have a ';' or several lines: " + path + "; make them two items");
            }
            items.add(item.text().strip());
            length += item.text().length();
            checkLength(event, path, length, MAX_LIST);
        }
        return new Scalar(String.valueOf(Key.scalar(items)), true);
    }

    private Scalar scalarAt(Event event) throws YamlException {
        checkPlain(event);
        if (!(event instanceof ScalarEvent)) {
            throw new YamlException(
                    place(event), "expected one value, found " + nameOf(event) + "; put it in quotes if it is text");
        }
        return scalarAt(event, "value", lists.test("") ? MAX_LIST : MAX_SCALAR);
    }

    private static Scalar scalarAt(Event event, String what, int most) throws YamlException {
        ScalarEvent scalar = (ScalarEvent) event;
        checkLength(event, what, scalar.getValue().length(), most);
        return new Scalar(scalar.getValue(), !scalar.isPlain());
    }

    private static void checkLength(Event event, String what, int length, int most) throws YamlException {
        if (length > most) {
            throw new YamlException(place(event), "too long: " + what + ", characters=" + length + ", most=" + most);
        }
    }

    private static void checkPlain(Event event) throws YamlException {
        boolean anchored = event instanceof NodeEvent node && node.getAnchor().isPresent();
        if (anchored || event instanceof AliasEvent) {
            throw new YamlException(place(event), "anchors and aliases are not allowed; write the value out");
        }
        Optional<String> tag = tag(event);
        if (tag.isPresent()) {
            throw new YamlException(place(event), "tags are not allowed: " + tag.get());
        }
    }

    private static Optional<String> tag(Event event) {
        if (event instanceof ScalarEvent scalar) {
            return scalar.getTag();
        }
        return event instanceof CollectionStartEvent collection ? collection.getTag() : Optional.empty();
    }

    private Event next() throws YamlException {
        try {
            last = events.next();
            return last;
        } catch (NumberFormatException e) {
            // The parser's own slip: it reads the digits of an eight-digit escape as an int.
            throw new YamlException(last == null ? null : place(last), "malformed YAML: escape is no character");
        }
    }

    private static Place place(Event event) {
        return event.getStartMark().map(Place::of).orElse(new Place(1, 1));
    }

    private static String nameOf(Event event) {
        if (event instanceof CollectionStartEvent) {
            return event instanceof MappingStartEvent ? "a map" : "a list";
        }
        return "a single value";
    }
}
