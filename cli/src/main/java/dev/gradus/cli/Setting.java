package dev.gradus.cli;

/**
 * A key set on the command line.
 *
 * @param origin what the user typed, for messages: {@code --set ranks=4} or {@code --ranks 4}
 */
public record Setting(String key, String value, String origin) {

    /** Reads what follows {@code --set}: {@code key=value}, the value as a YAML scalar. */
    public static Setting parse(String text) throws JobFileException {
        int equals = text.indexOf('=');
        if (equals < 1) {
            throw new JobFileException("--set " + text + ": expected key=value");
        }
        return new Setting(text.substring(0, equals).strip(), text.substring(equals + 1), "--set " + text);
    }

    /** A short form: {@code --ranks 4} for {@code --set ranks=4}. */
    public static Setting option(String option, String key, String value) {
        return new Setting(key, value, option + " " + value);
    }
}
