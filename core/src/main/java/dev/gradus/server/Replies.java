package dev.gradus.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;

/** What answers have in common: each is of the type that was asked for, or says why the request was refused. */
final class Replies {

    private Replies() {}

    /** Of an answer of another type than expected; throws itself if a shard refused what this worker sent. */
    static IOException unexpected(byte type, ByteBuffer payload) {
        if (type == FrameType.REFUSED && payload.hasRemaining()) {
            boolean notFinite = payload.get() != 0;
            throw new RefusedPushException(UTF_8.decode(payload).toString(), notFinite);
        }
        return new IOException("answer of another type: type=" + type + ", bytes=" + payload.remaining());
    }

    static void expect(byte expected, byte type, ByteBuffer payload) throws IOException {
        if (type != expected) {
            throw unexpected(type, payload);
        }
    }
}
