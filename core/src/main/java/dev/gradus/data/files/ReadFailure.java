package dev.gradus.data.files;

import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says why something could not be read: what Java throws names the file and often nothing else. */
public final class ReadFailure {

    private ReadFailure() {}

    /** The reason alone, without the name of the file. */
    public static String reason(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "file not found";
        }
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof EOFException) {
            return "the file ends too early";
        }
        String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        return reason == null ? e.toString() : reason;
    }
}
