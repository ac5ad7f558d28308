package dev.gradus.nn.onednn;

import java.util.ArrayDeque;
import java.util.Deque;
import org.bytedeco.javacpp.Pointer;

/**
 * Native objects that are freed together, the last first. Whoever forgets to close it leaves them to JavaCPP, which
 * frees what the garbage collector finds.
 */
final class Arena implements AutoCloseable {

    private final Deque<Pointer> kept = new ArrayDeque<>();

    <T extends Pointer> T keep(T pointer) {
        kept.push(pointer);
        return pointer;
    }

    @Override
    public void close() {
        while (!kept.isEmpty()) {
            kept.pop().close();
        }
    }
}
