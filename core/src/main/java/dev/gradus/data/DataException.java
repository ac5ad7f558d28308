package dev.gradus.data;

import java.io.IOException;

/** Data that cannot be read or used. The message names the file and the place in it. */
public class DataException extends IOException {

    private static final long serialVersionUID = 1L;

    public DataException(String message) {
        super(message);
    }

    public DataException(String message, Throwable cause) {
        super(message, cause);
    }
}
