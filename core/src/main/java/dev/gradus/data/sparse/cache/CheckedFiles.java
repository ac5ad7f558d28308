package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import dev.gradus.data.files.FileState;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Files whose chunks this process has checked, or written itself. A job opens its cache several times, once for each
 * rank that is a thread and once more to save the model, and need not read all of it each time.
 */
final class CheckedFiles {

    /** What reads all chunks. */
    @FunctionalInterface
    interface Check {
        void run() throws DataException;
    }

    private static final Set<String> KNOWN = new HashSet<>();

    private CheckedFiles() {}

    /** Checks a file unless that was done; one at a time, so that nobody checks what another is checking. */
    static void check(Path file, Check check) throws DataException {
        synchronized (KNOWN) {
            String state = FileState.of(file);
            if (state.isEmpty() || !KNOWN.contains(state)) {
                check.run();
                note(file, state);
            }
        }
    }

    /** Takes note of a file that was written just now. */
    static void written(Path file) {
        synchronized (KNOWN) {
            note(file, FileState.of(file));
        }
    }

    /** A file that cannot be told is checked again the next time, which then says what is wrong. */
    private static void note(Path file, String state) {
        if (FileState.settle(file)) {
            KNOWN.add(state);
        }
    }
}
