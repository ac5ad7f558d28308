package dev.gradus.cli;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
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
import org.snakeyaml.engine.v2.events.StreamEndEvent;
import org.snakeyaml.engine.v2.events.StreamStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * YAML cut down to what a job needs: maps of maps of scalars, each key with its place. Lists, anchors, aliases and tags
 * are refused, so nothing in a file can grow, loop or name a class. Reads events one by one rather than a tree, so that
 * deep nesting ends in a message and not in a full stack.
 */
final class PlainYaml {

    private static final int MAX_DEPTH = 8;
    private static final int MAX_SCALAR = 4096;

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
    private @Nullable Event last;

    private PlainYaml(String text) {
        events = new Parse(LoadSettings.builder().build()).parseString(text).iterator();
    }

    /** The keys of a document in the order in which they stand. An empty document has none. */
    static List<Entry> entries(String text) throws YamlException {
        try {
            PlainYaml yaml = new PlainYaml(text);
            yaml.document();
            return yaml.entries;
        } catch (YamlEngineException e) {
            throw YamlException.of(e, text);
        }
    }

    /** The one scalar that the text is. */
    static Scalar scalar(String text) throws YamlException {
        try {
            PlainYaml yaml = new PlainYaml(text);
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
        Scalar key = scalarAt(event, "key");
        if (!key.isText()) {
            throw new YamlException(
                    place(event), "expected text as key, found " + (key.isNull() ? "none" : key.text()));
        }
        return key.text();
    }

    private static Scalar valueAt(String path, Event key, Event value) throws YamlException {
        if (!(value instanceof ScalarEvent)) {
            throw new YamlException(place(key), "expected one value, found " + nameOf(value) + ": " + path);
        }
        return scalarAt(value, path);
    }

    private Scalar scalarAt(Event event) throws YamlException {
        checkPlain(event);
        if (!(event instanceof ScalarEvent)) {
            throw new YamlException(
                    place(event), "expected one value, found " + nameOf(event) + "; put it in quotes if it is text");
        }
        return scalarAt(event, "value");
    }

    private static Scalar scalarAt(Event event, String what) throws YamlException {
        ScalarEvent scalar = (ScalarEvent) event;
        if (scalar.getValue().length() > MAX_SCALAR) {
            throw new YamlException(
                    place(event),
                    "too long: " + what + ", characters=" + scalar.getValue().length() + ", most=" + MAX_SCALAR);
        }
        return new Scalar(scalar.getValue(), !scalar.isPlain());
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
