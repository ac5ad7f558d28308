package dev.gradus.cli;

import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RunFolder;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.RunSummary;
import dev.gradus.metrics.StepReading;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;

/** Shows a run on standard error, as a bar on a terminal and as plain lines elsewhere. */
final class RunDisplay implements RunObserver, AutoCloseable {

    private static final long LINE_EVERY_NANOS = 1_000_000_000L;

    private final Terminal terminal;
    private final PrintStream err;
    private final String title;
    private final String unit;
    private @Nullable ProgressBar bar;

    /** Read by the thread that draws the bar. */
    private volatile StepReading last = new StepReading(0, 0, 0, Double.NaN, Double.NaN, 0, 0);

    private boolean stopped;
    private long totalSamples;
    private long lastLineAt = System.nanoTime();

    /** {@code unit} is what samples are. */
    RunDisplay(Terminal terminal, PrintStream err, String title, String unit) {
        this.terminal = terminal;
        this.err = err;
        this.title = title;
        this.unit = unit;
    }

    @Override
    public synchronized void begins(List<String> header, long totalSteps, long totalSamples) {
        this.totalSamples = totalSamples;
        close(); // a run that goes back begins a second time
        header.forEach(err::println);
        line(last); // what numbers look like here is loaded before the clock starts, not in the first steps
        if (terminal.interactive()) {
            BarLine line = new BarLine(title, unit, totalSamples, terminal.color());
            bar = new ProgressBarBuilder()
                    .setInitialMax(totalSamples)
                    .setUpdateIntervalMillis(100)
                    .setRenderer((progress, columns) -> line.text(last, columns))
                    .setConsumer(new ConsoleProgressBarConsumer(err, width()))
                    .build();
        }
    }

    @Override
    public synchronized void step(StepReading reading) {
        last = reading;
        if (bar != null) {
            bar.stepTo(reading.samples());
        } else if (System.nanoTime() - lastLineAt > LINE_EVERY_NANOS) {
            lastLineAt = System.nanoTime();
            err.println(line(reading));
        }
    }

    /** The last column stays empty, since some terminals begin a new line after writing to it. */
    private int width() {
        return terminal.columns() - 1;
    }

    private String line(StepReading reading) {
        double perSecond = reading.samples() / Math.max(1e-9, reading.seconds());
        return String.format(
                Locale.ROOT,
                "%s: epoch %d, step %d, loss %.4f%s, %.3g %s/s, eta %s",
                title,
                reading.epoch() + 1,
                reading.step(),
                reading.loss(),
                BarLine.accuracy(reading),
                perSecond,
                unit,
                BarLine.duration((totalSamples - reading.samples()) / perSecond));
    }

    @Override
    public synchronized void evaluated(EvaluationReading reading) {
        if (bar == null && terminal.verbose() && reading.rows() > 0) {
            err.println(String.format(
                    Locale.ROOT,
                    "%s: epoch %d, after step %d and %.3f s: %s loss %.4f%s",
                    title,
                    reading.epoch() + 1,
                    reading.step(),
                    reading.seconds(),
                    unit.equals(RunSummary.WORDS) ? "mean" : "held-out",
                    reading.loss(),
                    accuracy(reading.accuracy())));
        }
    }

    /** Nothing for word vectors with an output that predicts no single word. */
    private String accuracy(double share) {
        return unit.equals(RunSummary.WORDS) && share == 0 ? "" : String.format(Locale.ROOT, ", accuracy %.4f", share);
    }

    @Override
    public void hashed(HashReading reading) {}

    @Override
    public synchronized void log(int rank, String line) {
        if (stopped) {
            return; // that ranks end is no news when everything does
        }
        // The bar stands on this line already; it is drawn again below.
        String erase = bar == null ? "" : "\r" + " ".repeat(width()) + "\r";
        err.println(erase + (rank < 0 ? line : "[rank " + rank + "] " + line));
    }

    /** Has what there is saved and says so: the process has been told to stop. */
    synchronized void stopped(RunFolder folder) {
        stopped = true;
        close();
        try {
            folder.flush();
            err.println("gradus: stopped by a signal; the log so far is in " + folder.path()
                    + "; go on with: train --resume " + folder.path());
        } catch (UncheckedIOException e) {
            err.println("gradus: stopped by a signal; " + e.getMessage());
        }
    }

    @Override
    public synchronized void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
