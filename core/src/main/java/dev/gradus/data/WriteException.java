package dev.gradus.data;

/** A file of data that could not be written, as on a full disk: nothing is wrong with the data themselves. */
public final class WriteException extends DataException {

    private static final long serialVersionUID = 1L;

    public WriteException(String message, Throwable cause) {
        super(message, cause);
    }
}
