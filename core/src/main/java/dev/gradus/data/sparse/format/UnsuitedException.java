package dev.gradus.data.sparse.format;

import dev.gradus.data.DataException;

/** Files whose rows cannot be found without reading them all; a row cache can be made of them. */
final class UnsuitedException extends DataException {

    private static final long serialVersionUID = 1;

    UnsuitedException(String message) {
        super(message);
    }
}
