package dev.gradus.launch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.gradus.train.RunFailedException;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Standard error of a process in which ranks run beside other work: whole lines that a rank's thread prints, or one
 * that it started, go to that rank's launcher; all else goes where it went before. Installed when first used, for as
 * long as the process lives; without ranks it only passes on.
 */
final class PrintedLines extends OutputStream {

    /** Longer lines are cut, so that somebody who prints no end of line costs no memory. */
    private static final int MOST_BYTES = 8192;

    /** Who takes the lines of this thread; threads that it starts inherit it. */
    private static final InheritableThreadLocal<@Nullable Sink> SINK = new InheritableThreadLocal<>();

    private final PrintStream before;

    private PrintedLines(PrintStream before) {
        this.before = before;
    }

    /** What a rank does. */
    @FunctionalInterface
    interface Work {

        void run() throws RunFailedException;
    }

    /** One rank's lines, of which the last may not have ended yet. Guarded by itself. */
    private static final class Sink {

        private final Predicate<String> taker;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        Sink(Predicate<String> taker) {
            this.taker = taker;
        }

        private synchronized void write(int value, PrintStream before) {
            if (value != '\n') {
                line.write(value);
            }
            if (value == '\n' || line.size() >= MOST_BYTES) {
                String text = line.toString(UTF_8);
                line.reset();
                if (!taker.test(text)) {
                    before.println(text);
                }
            }
        }
    }

    /** Does work whose lines go to {@code taker}, which says whether it took one. */
    static void run(Predicate<String> taker, Work work) throws RunFailedException {
        install();
        Sink outer = SINK.get();
        SINK.set(new Sink(taker));
        try {
            work.run();
        } finally {
            SINK.set(outer);
        }
    }

    private static synchronized void install() {
        if (!(System.err instanceof Installed)) {
            System.setErr(new Installed(new PrintedLines(System.err)));
        }
    }

    /** By which it is known that the stream is there already. */
    private static final class Installed extends PrintStream {

        Installed(OutputStream out) {
            super(out, true, UTF_8);
        }
    }

    @Override
    public void write(int value) {
        Sink sink = SINK.get();
        if (sink == null) {
            before.write(value);
        } else {
            sink.write(value, before);
        }
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
        if (SINK.get() == null) {
            before.write(bytes, from, count);
            return;
        }
        for (int i = from; i < from + count; i++) {
            write(bytes[i]);
        }
    }

    @Override
    public void flush() {
        before.flush();
    }
}
