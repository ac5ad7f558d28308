package dev.gradus.spark;

import dev.gradus.exchange.rendezvous.Coordinator;
import dev.gradus.job.Job;
import dev.gradus.launch.RankProcesses;
import dev.gradus.launch.SparkLauncher;
import dev.gradus.metrics.RunObserver;
import dev.gradus.train.JobKeys;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.spark.api.java.JavaFutureAction;

/** The tasks of one attempt, as the launcher sees them: partition N is rank N. Used by the launcher's thread. */
final class RankTasks implements RankProcesses, AutoCloseable {

    /** Fits that take a second start tasks, too, so it is short; a look is a comparison of two numbers. */
    private static final Duration TICK = Duration.ofMillis(5);

    private static final Duration REMINDER = Duration.ofSeconds(5);

    /** How long tasks may take to end by themselves once their launcher is gone, and then once Spark is told. */
    private static final Duration FAREWELL = Duration.ofSeconds(5);

    private final Application application;
    private final Coordinator coordinator;
    private final RunObserver observer;
    private final BarrierStage stage;
    private final JavaFutureAction<?> running;

    /**
     * Starts them; they join at the coordinator. Closing this closes the coordinator too, by which tasks learn that the
     * run is over.
     */
    RankTasks(
            Application application, Coordinator coordinator, RunObserver observer, BarrierStage stage, RankTask task) {
        this.application = application;
        this.coordinator = coordinator;
        this.observer = observer;
        this.stage = stage;
        this.running = stage.start(task);
    }

    /** Waits until all have started: slots that there are may still be taken, by other jobs of the same application. */
    void awaitStart(Job job) throws RunFailedException, InterruptedException {
        int ranks = job.integer(JobKeys.RANKS);
        Duration patience = job.get(SparkLauncher.SLOTS_TIMEOUT);
        long start = System.nanoTime();
        long saidAt = start;
        while (stage.news().started() < ranks) {
            if (running.isDone()) {
                throw new RunFailedException(Cause.PEER_LOST, "ranks did not start: " + failure());
            }
            long now = System.nanoTime();
            if (now - start > patience.toNanos()) {
                throw new RunFailedException(
                        Cause.FAILED,
                        "task slots are taken: needed=" + ranks + ", of=" + application.slots() + ", waited="
                                + patience.toMillis() / 1e3
                                + "s; wait for other jobs of the application to end, or raise"
                                + " spark.slotsTimeout");
            }
            if (now - saidAt > REMINDER.toNanos()) {
                observer.log(-1, "waiting for task slots that are taken: needed=" + ranks);
                saidAt = now;
            }
            Thread.sleep(TICK.toMillis());
        }
    }

    @Override
    public Optional<String> ended(int rank) {
        Optional<String> own = stage.news().failure(rank);
        return own.isPresent() || !running.isDone() ? own : Optional.of("spark ended its stage: " + failure());
    }

    /**
     * A frozen executor would hold its slot until Spark misses it, two minutes later, and be given the next attempt.
     */
    @Override
    public void end(int rank) {
        if (!application.isLocal() && !application.ended()) {
            stage.news().executor(rank).ifPresent(application.context()::killAndReplaceExecutor);
        }
    }

    private String failure() {
        try {
            running.get(0, TimeUnit.MILLISECONDS);
            return "it is done";
        } catch (ExecutionException e) {
            return Application.cause(RunFailedException.describe(e.getCause() == null ? e : e.getCause()));
        } catch (CancellationException e) {
            return "it was cancelled";
        } catch (TimeoutException e) {
            return "it goes on";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }

    @Override
    public void close() {
        coordinator.close();
        // Tasks that wait for slots hear of no end.
        boolean waiting = stage.news().started() == 0 && !running.isDone();
        if ((waiting || !over()) && !application.ended()) {
            stage.cancel();
            if (!over()) {
                observer.log(-1, "tasks do not end: waited=" + FAREWELL.toSeconds() + "s, group=" + stage.group());
            }
        }
    }

    /** Whether Spark's job is over within some time; how it ended, the ranks have told by themselves. */
    private boolean over() {
        try {
            running.get(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (ExecutionException | CancellationException e) {
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
