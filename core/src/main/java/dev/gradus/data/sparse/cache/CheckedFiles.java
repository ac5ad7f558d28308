package dev.gradus.data.sparse.cache;

import dev.gradus.data.DataException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Set;

/**
 * Files whose chunks this process has checked, or written itself. A job opens its cache several times, once for each
 * rank that is a thread and once more to save the model, and need not read all of it each time. A file counts as the
 * same while it has the same path, number, size and time of change.
 */
final class CheckedFiles {

    /** What reads all chunks. */
    @FunctionalInterface
    interface Check {
        void run() throws DataException;
    }

    /** Two changes of a file within a tick of the system's clock have the same time. */
    private static final long TICK_MILLIS = 20;

    private static final Set<String> KNOWN = new HashSet<>();

    private CheckedFiles() {}

    /** Checks a file unless that was done; one at a time, so that nobody checks what another is checking. */
    static void check(Path file, Check check) throws DataException {
        synchronized (KNOWN) {
            String state = state(file);
            if (state.isEmpty() || !KNOWN.contains(state)) {
                check.run();
                note(file, state);
            }
        }
    }

    /** Takes note of a file that was written just now. */
    static void written(Path file) {
        synchronized (KNOWN) {
            note(file, state(file));
        }
    }

    /** Waits until the file's last change is long enough ago that any other would show. */
    private static void note(Path file, String state) {
        try {
            long age =
                    System.currentTimeMillis() - Files.getLastModifiedTime(file).toMillis();
            if (age >= 0 && age < TICK_MILLIS) {
                Thread.sleep(TICK_MILLIS - age);
            }
            KNOWN.add(state);
        } catch (IOException e) {
            // It is checked again the next time, which then says what is wrong.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Empty if it cannot be told. */
    private static String state(Path file) {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return file.toAbsolutePath().normalize() + "\n" + found.fileKey() + "\n" + found.size() + "\n"
                    + found.lastModifiedTime();
        } catch (IOException e) {
            return "";
        }
    }
}
