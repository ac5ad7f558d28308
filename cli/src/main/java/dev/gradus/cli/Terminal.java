package dev.gradus.cli;

/** What standard error can show. The start script knows whether it is a terminal; Java on its own cannot tell. */
record Terminal(boolean interactive, int columns, boolean color, boolean verbose) {

    private static final int DEFAULT_COLUMNS = 80;
    private static final int FEWEST_COLUMNS = 20;

    static Terminal detect() {
        String columns = System.getProperty("gradus.columns", "");
        boolean color = System.getenv("NO_COLOR") == null && !"dumb".equals(System.getenv("TERM"));
        int width = columns.matches("[1-9]\\d{0,3}") ? Integer.parseInt(columns) : DEFAULT_COLUMNS;
        return new Terminal(Boolean.getBoolean("gradus.terminal"), Math.max(FEWEST_COLUMNS, width), color, true);
    }

    /** The same without a line for each epoch, for commands that run many jobs. */
    Terminal terse() {
        return new Terminal(interactive, columns, color, false);
    }
}
