package dev.gradus.data.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** By what a file is known again: it counts as the same while it has the same path, number, size and time of change. */
public final class FileState {

    /** Two changes of a file within a tick of the system's clock have the same time. */
    private static final long TICK_MILLIS = 20;

    private FileState() {}

    /** A text that differs when the file does; empty if it cannot be told. */
    public static String of(Path file) {
        try {
            BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
            return file.toAbsolutePath().normalize() + "\n" + found.fileKey() + "\n" + found.size() + "\n"
                    + found.lastModifiedTime();
        } catch (IOException e) {
            return "";
        }
    }

    /** Waits until the file's last change is long enough ago that any other would show; false if it cannot be told. */
    public static boolean settle(Path file) {
        try {
            long age =
                    System.currentTimeMillis() - Files.getLastModifiedTime(file).toMillis();
            if (age >= 0 && age < TICK_MILLIS) {
                Thread.sleep(TICK_MILLIS - age);
            }
            return true;
        } catch (IOException e) {
            return false; // whoever opens it next says what is wrong
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
