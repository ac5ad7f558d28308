package dev.gradus.json;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads one JSON value by recursive descent, one method for each rule of the grammar. Used once. */
final class JsonParser {

    private static final char END = '\uFFFF';

    private final String text;
    private int at;
    private int depth;

    JsonParser(String text) {
        this.text = text;
    }

    @Nullable
    Object parse() {
        Object value = value();
        skipSpace();
        if (at < text.length()) {
            throw expected("the end of the text");
        }
        return value;
    }

    private @Nullable Object value() {
        skipSpace();
        char c = peek();
        return switch (c) {
            case '{' -> object();
            case '[' -> array();
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> {
                if (c != '-' && !isDigit(c)) {
                    throw expected("a value");
                }
                yield number();
            }
        };
    }

    private Map<String, @Nullable Object> object() {
        enter();
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        skipSpace();
        if (!take('}')) {
            do {
                member(map);
                skipSpace();
            } while (take(','));
            require('}', "',' or '}'");
        }
        depth--;
        return map;
    }

    private void member(Map<String, @Nullable Object> map) {
        skipSpace();
        if (peek() != '"') {
            throw expected("a name in quotes");
        }
        int start = at;
        String name = string();
        if (map.containsKey(name)) {
            throw wrong("name stands twice: name=" + name, start);
        }
        skipSpace();
        require(':', "':'");
        map.put(name, value());
    }

    private List<@Nullable Object> array() {
        enter();
        List<@Nullable Object> list = new ArrayList<>();
        skipSpace();
        if (!take(']')) {
            do {
                list.add(value());
                skipSpace();
            } while (take(','));
            require(']', "',' or ']'");
        }
        depth--;
        return Collections.unmodifiableList(list);
    }

    private void enter() {
        if (++depth > Json.MAX_DEPTH) {
            throw wrong("nested too deeply: depth=" + depth, at);
        }
        at++;
    }

    private String string() {
        int start = ++at;
        while (isPlain(peek())) {
            at++;
        }
        if (peek() == '"') {
            return text.substring(start, at++);
        }
        StringBuilder string = new StringBuilder(text.substring(start, at));
        while (peek() != '"' || atEnd()) {
            string.append(character());
        }
        at++;
        return string.toString();
    }

    private boolean isPlain(char c) {
        return c >= 0x20 && c != '"' && c != '\\' && !atEnd();
    }

    private char character() {
        if (atEnd()) {
            throw expected("'\"'");
        }
        char c = text.charAt(at++);
        if (c < 0x20) {
            throw wrong("bare control character in a text: code=" + (int) c, at - 1);
        }
        return c == '\\' ? escape() : c;
    }

    private char escape() {
        char c = peek();
        int known = atEnd() ? -1 : "\"\\/bfnrtu".indexOf(c);
        if (known < 0) {
            throw expected("one of \"\\/bfnrtu after '\\'");
        }
        at++;
        return c == 'u' ? hexadecimal() : "\"\\/\b\f\n\r\t".charAt(known);
    }

    private char hexadecimal() {
        int code = 0;
        for (int i = 0; i < 4; i++) {
            char c = peek();
            // Character.digit alone would also take digits of other scripts.
            int digit = c < 0x80 ? Character.digit(c, 16) : -1;
            if (digit < 0) {
                throw expected("four hexadecimal digits after '\\u'");
            }
            code = code << 4 | digit;
            at++;
        }
        return (char) code;
    }

    private Number number() {
        int start = at;
        take('-');
        if (!take('0')) {
            digits();
        }
        boolean whole = true;
        if (take('.')) {
            whole = false;
            digits();
        }
        if (take('e') || take('E')) {
            whole = false;
            if (!take('+')) {
                take('-');
            }
            digits();
        }
        return number(text.substring(start, at), whole, start);
    }

    private Number number(String number, boolean whole, int start) {
        // 20 characters are the most that a long has; not every number of that length is one.
        if (whole && number.length() <= 20) {
            try {
                return Long.valueOf(number);
            } catch (NumberFormatException e) {
                return Double.valueOf(number);
            }
        }
        double value = Double.parseDouble(number);
        if (Double.isInfinite(value)) {
            throw wrong("number out of range", start);
        }
        return value;
    }

    private void digits() {
        if (!isDigit(peek())) {
            throw expected("a digit");
        }
        while (isDigit(peek())) {
            at++;
        }
    }

    private @Nullable Object word(String word, @Nullable Object value) {
        if (!text.startsWith(word, at)) {
            throw expected("a value");
        }
        at += word.length();
        return value;
    }

    private void skipSpace() {
        while (" \t\n\r".indexOf(peek()) >= 0) {
            at++;
        }
    }

    private boolean take(char c) {
        if (peek() != c) {
            return false;
        }
        at++;
        return true;
    }

    private void require(char c, String description) {
        if (!take(c)) {
            throw expected(description);
        }
    }

    /** The character that comes next, or {@link #END}, which no rule but that of texts accepts. */
    private char peek() {
        return atEnd() ? END : text.charAt(at);
    }

    private boolean atEnd() {
        return at >= text.length();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private JsonException expected(String description) {
        String found = atEnd() ? "the end of the text" : quoted(text.charAt(at));
        return wrong("expected " + description + ", found " + found, at);
    }

    private static String quoted(char c) {
        return c < 0x20 || c > 0x7E ? String.format("U+%04X", (int) c) : "'" + c + "'";
    }

    private JsonException wrong(String problem, int position) {
        int line = 1;
        int lineStart = 0;
        for (int i = 0; i < position; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        return new JsonException(problem, line, position - lineStart + 1);
    }
}
