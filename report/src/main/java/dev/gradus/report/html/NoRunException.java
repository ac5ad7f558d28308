package dev.gradus.report.html;

import java.io.IOException;

/** A folder that was given as a run and is none. */
public final class NoRunException extends IOException {

    private static final long serialVersionUID = 1L;

    NoRunException(String message) {
        super(message);
    }
}
