package dev.gradus.json;

/** Text that is not JSON. The message says what was expected at which line and column. */
public final class JsonException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    JsonException(String problem, int line, int column) {
        super("not JSON: " + problem + ", line=" + line + ", column=" + column);
        this.line = line;
        this.column = column;
    }

    /** Counted from 1. */
    public int line() {
        return line;
    }

    /** Counted from 1, in UTF-16 units. */
    public int column() {
        return column;
    }
}
