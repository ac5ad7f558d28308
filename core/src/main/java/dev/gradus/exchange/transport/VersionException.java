package dev.gradus.exchange.transport;

import java.io.IOException;

/** The other side of a connection speaks another version of the protocol. */
public final class VersionException extends IOException {

    private static final long serialVersionUID = 1L;

    private final byte version;

    VersionException(byte version) {
        super("peer speaks another protocol: version=" + version + ", ours=" + Frame.VERSION);
        this.version = version;
    }

    /** The version that the other side speaks. */
    public byte version() {
        return version;
    }
}
