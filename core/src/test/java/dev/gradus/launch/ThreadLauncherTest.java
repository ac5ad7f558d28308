package dev.gradus.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.DataSet;
import dev.gradus.data.RowKind;
import dev.gradus.data.RowSink;
import dev.gradus.data.RowSource;
import dev.gradus.data.Shape;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.metrics.RunObserver;
import dev.gradus.model.logistic.LogisticKind;
import dev.gradus.optim.OptimKeys;
import dev.gradus.train.Kinds;
import dev.gradus.train.Launcher;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class ThreadLauncherTest {

    private static final int ROWS = 160;

    /** What happens when a row is read. */
    private interface Mishap {
        void at(long row) throws DataException;
    }

    /** A set of which one row, and so one rank, is in trouble. */
    private record TroubledData(Mishap mishap) implements RowKind {

        @Override
        public String name() {
            return "troubled";
        }

        @Override
        public String summary() {
            return "rows of which one is bad";
        }

        @Override
        public List<Key<?>> keys() {
            return List.of();
        }

        @Override
        public DataSet open(Job job) {
            return new DataSet(new TroubledRows(ROWS, mishap), new TroubledRows(0, mishap));
        }
    }

    private record TroubledRows(long rows, Mishap mishap) implements RowSource {

        @Override
        public Shape shape() {
            return new Shape(1, 2);
        }

        @Override
        public void read(long from, long to, RowSink sink) throws DataException {
            for (long row = from; row < to; row++) {
                mishap.at(row);
                sink.row(new float[] {row}, (int) (row % 2));
            }
        }
    }

    @RepeatedTest(20)
    void aRankThatCannotLoadItsRowsEndsTheRunWithItsReasonAndNotWithThatOfItsPeers() {
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> run(4, row -> {
                    if (row == 90) {
                        throw new DataException("not a number: line=91");
                    }
                }))
                .withMessage("not a number: line=91")
                .returns(Cause.BAD_INPUT, RunFailedException::kind);
    }

    @Test
    void aMistakeOfOursIsNamedEvenWhenItHasNoMessage() {
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> run(4, row -> {
                    if (row == 90) {
                        throw new ArithmeticException();
                    }
                }))
                .withMessage("java.lang.ArithmeticException")
                .returns(Cause.FAILED, RunFailedException::kind);
    }

    @Test
    void anErrorOfTheMachineIsToldAfterEveryRankHasEnded() throws Exception {
        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> run(4, row -> {
                    if (row == 90) {
                        throw new StackOverflowError("too deep");
                    }
                }))
                .withMessage("java.lang.StackOverflowError: too deep")
                .returns(Cause.FAILED, RunFailedException::kind);

        assertThat(rankThreads()).isEmpty();
    }

    @Test
    void noThreadOutlivesARun() throws Exception {
        run(4, row -> {});

        assertThat(rankThreads()).isEmpty();
    }

    private static List<String> rankThreads() throws InterruptedException {
        List<String> names = new ArrayList<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("rank-")) {
                thread.join(2000); // one that has done its work may still be about to end
                names.addAll(thread.isAlive() ? List.of(thread.getName()) : List.of());
            }
        }
        return names;
    }

    private static void run(int ranks, Mishap mishap) throws RunFailedException {
        List<Key<?>> keys = new ArrayList<>(OptimKeys.all());
        keys.add(DataKeys.PAGE_ROWS);
        Kinds kinds = new Kinds(
                List.of(new LogisticKind()), List.of(new TroubledData(mishap)), List.of(new ThreadLauncher()), keys);
        Job job = Job.of(
                kinds.keys(),
                Map.of("data", "troubled", "launch", "threads", "launch.warmUp", "0s", "ranks", (long) ranks));
        new ThreadLauncher()
                .run(job, new Launcher.Surroundings(RunObserver.none(), List.of(), CheckpointStore.none(), kinds));
    }
}
