package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.job.Job;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.metrics.RunObserver;
import dev.gradus.train.RunFailedException.Cause;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class CheckpointerTest {

    private final Queue<Long> steps = new ConcurrentLinkedQueue<>();

    /** Does something with what is to be stored. */
    private interface Storing {

        void store(Checkpoint checkpoint) throws IOException;
    }

    @Test
    void stepsThatAreDueAreStored() throws Exception {
        run(Runs.job("epochs", 2, "checkpoint.every", 6), RunObserver.none(), this::note);

        assertThat(steps).first().isEqualTo(6L);
        assertThat(steps).allMatch(step -> step % 6 == 0);
    }

    @Test
    void timeMayDecideToo() throws Exception {
        // 4,000 steps, which no machine takes in a millisecond; 16 were.
        run(Runs.job("epochs", 500, "checkpoint.seconds", "1ms", "ranks", 2), RunObserver.none(), this::note);

        assertThat(steps).isNotEmpty();
    }

    @Test
    void nothingIsStoredWhereNothingIsDue() throws Exception {
        run(Runs.job("epochs", 3, "ranks", 2, "checkpoint.seconds", "0s"), RunObserver.none(), this::note);

        assertThat(steps).isEmpty();
    }

    @Test
    void trainingGoesOnWhileACheckpointIsWrittenAndSaysWhatItSkips() throws Exception {
        CountDownLatch trained = new CountDownLatch(1);
        Queue<String> lines = new ConcurrentLinkedQueue<>();
        Runs.Recorder observer = new Runs.Recorder() {
            @Override
            public void log(int rank, String line) {
                lines.add(line);
                trained.countDown(); // so the next checkpoint was due while the first was not stored
            }
        };

        run(Runs.job("epochs", 3, "checkpoint.every", 1), observer, checkpoint -> {
            note(checkpoint);
            await(trained);
        });

        assertThat(steps).first().isEqualTo(1L);
        assertThat(lines)
                .first()
                .asString()
                .startsWith("checkpoint skipped, the one before is still being written: step=2, skipped=1");
    }

    @Test
    void theLastStepWaitsForTheOneBeforeAndIsNotSkipped() throws Exception {
        CountDownLatch skipped = new CountDownLatch(1);
        Runs.Recorder observer = new Runs.Recorder() {
            @Override
            public void log(int rank, String line) {
                skipped.countDown();
            }
        };

        run(Runs.job("steps", 4, "checkpoint.every", 1), observer, checkpoint -> {
            await(skipped);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200)); // training of the other steps ends before this
            note(checkpoint);
        });

        assertThat(steps).containsExactly(1L, 4L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aCheckpointThatCannotBeStoredEndsTheRun(int ranks) {
        Job job = Runs.job("ranks", ranks, "epochs", 1_000_000, "checkpoint.every", 3, "evaluate.every", 0);

        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> run(job, RunObserver.none(), checkpoint -> {
                    throw new IOException("checkpoint cannot be written: file=x, No space left on device");
                }))
                .withMessage("checkpoint cannot be written: file=x, No space left on device")
                .returns(Cause.FAILED, RunFailedException::kind);
    }

    @Test
    void soDoesTheLastOne() {
        Job job = Runs.job("steps", 4, "checkpoint.every", 4);

        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> run(job, RunObserver.none(), checkpoint -> {
                    throw new IOException("disk is full");
                }))
                .withMessage("disk is full");
    }

    private void note(Checkpoint checkpoint) {
        steps.add(checkpoint.place().step());
    }

    private static void await(CountDownLatch latch) throws IOException {
        try {
            if (!latch.await(30, TimeUnit.SECONDS)) {
                throw new IOException("training waits for its checkpoint");
            }
        } catch (InterruptedException e) {
            throw new IOException(e);
        }
    }

    private static void run(Job job, RunObserver observer, Storing storing) throws RunFailedException {
        CheckpointStore store = new CheckpointStore() {
            @Override
            public @Nullable Checkpoint start() {
                return null;
            }

            @Override
            public void store(Checkpoint checkpoint) throws IOException {
                storing.store(checkpoint);
            }
        };
        new ThreadLauncher().run(job, new Launcher.Surroundings(observer, List.of(), store));
    }
}
