package dev.gradus.metrics;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Says why something could not be written: what Java throws names the file and often nothing else. */
public final class WriteFailure {

    private WriteFailure() {}

    /** The reason alone, without the name of the file. */
    public static String reason(IOException e) {
        if (e instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (e instanceof NoSuchFileException) {
            return "folder does not exist or allows no files";
        }
        String reason = e instanceof FileSystemException file ? file.getReason() : e.getMessage();
        return reason == null ? e.toString() : reason;
    }
}
