package dev.gradus.exchange.rendezvous;

import java.io.IOException;

/** The other side of a connection said no, and why; trying again would not help. */
public final class RefusedException extends IOException {

    private static final long serialVersionUID = 1L;

    RefusedException(String reason) {
        super("refused: " + reason);
    }
}
