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

        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        /** Null when the work is done: threads that outlive it print where all others do. */
        private @Nullable Predicate<String> taker;

        Sink(Predicate<String> taker) {
            this.taker = taker;
        }

        private synchronized void write(int value, PrintStream before) {
            if (value != '\n') {
                line.write(value);
            }
            if (value == '\n' || line.size() >= MOST_BYTES) {
                hand(before);
            }
        }

        private synchronized void end(PrintStream before) {
            if (line.size() > 0) {
                hand(before);
            }
            taker = null;
        }

        private void hand(PrintStream before) {
            String text = line.toString(UTF_8);
            line.reset();
            Predicate<String> present = taker;
            if (present == null || !present.test(text)) {
                before.println(text);
            }
        }
    }

    /** Does work whose lines go to {@code taker}, which says whether it took one. */
    static void run(Predicate<String> taker, Work work) throws RunFailedException {
        PrintStream before = install();
        Sink outer = SINK.get();
        Sink sink = new Sink(taker);
        SINK.set(sink);
        try {
            work.run();
        } finally {
            SINK.set(outer);
            sink.end(before);
        }
    }

    /** Puts this in the place of standard error unless it is there, and returns what was there before. */
    private static synchronized PrintStream install() {
        if (System.err instanceof Installed installed) {
            return installed.lines.before;
        }
        PrintStream before = System.err;
        System.setErr(new Installed(new PrintedLines(before)));
        return before;
    }

    /** By which it is known that the stream is there already. */
    private static final class Installed extends PrintStream {

        private final PrintedLines lines;

        Installed(PrintedLines lines) {
            super(lines, true, UTF_8);
            this.lines = lines;
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
