package dev.gradus.exchange.rendezvous;

import java.io.IOException;

/** Two ranks cannot use the link that the job demands. */
public final class NoLinkException extends IOException {

    private static final long serialVersionUID = 1L;

    NoLinkException(String message) {
        super(message);
    }
}
