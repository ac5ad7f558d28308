package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.job.Job;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.StepReading;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class RankRunTest {

    /** 21 parameters and 3 statistics. */
    private static final long MESSAGE_BYTES = 24 * 4;

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4})
    void everyRowIsTrainedOnOnceInEveryEpoch(int ranks) throws Exception {
        Runs.Recorder recorder = new Runs.Recorder();

        RunResult result = Runs.run(Runs.job("ranks", ranks, "epochs", 3, "data.rows", 1001), recorder);

        assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(3003);
        assertThat(result.reports()).allMatch(report -> report.steps() == 24 && report.epochs() == 3);
        assertThat(recorder.totals).containsExactly(24L, 3003L);
        StepReading last = recorder.steps().get(recorder.steps().size() - 1);
        assertThat(last.samples()).isEqualTo(3003);
        assertThat(last.step()).isEqualTo(24);
    }

    @Test
    void howFastMemoryIsIsMeasuredOnlyForARunThatIsLookedAt() throws Exception {
        RunResult traced = Runs.run(Runs.job("ranks", 2));
        RunResult plain = Runs.run(Runs.job("ranks", 2, "metrics.trace", false));

        assertThat(traced.reports()).allMatch(report -> report.memoryBytesPerSecond() > 0);
        assertThat(plain.reports()).allMatch(report -> report.memoryBytesPerSecond() == 0);
        assertThat(Runs.hash(plain)).isEqualTo(Runs.hash(traced));
    }

    @Test
    void aLimitOfStepsEndsARunWithinAnEpoch() throws Exception {
        Runs.Recorder recorder = new Runs.Recorder();

        RunResult result = Runs.run(Runs.job("ranks", 2, "epochs", 3, "steps", 10), recorder);

        assertThat(result.reports()).allMatch(report -> report.steps() == 10);
        assertThat(Runs.sum(result, RankReport::samples)).isEqualTo(1000 + 2 * 128);
        assertThat(recorder.totals).containsExactly(10L, 1256L);
        assertThat(recorder.evaluations()).extracting(EvaluationReading::step).containsExactly(8L, 10L);
    }

    @Test
    void onlyEpochsThatWereBegunAreReported() throws Exception {
        RunResult result = Runs.run(Runs.job("epochs", 100, "steps", 10));

        assertThat(result.reports().get(0).epochs()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void whatIsSentIsOneGradientAStepAndEvaluationsDoNotCount(int evaluateEvery) throws Exception {
        RunResult result = Runs.run(Runs.job("ranks", 2, "epochs", 3, "evaluate.every", evaluateEvery));

        assertThat(result.reports()).allMatch(report -> report.messages() == 24 && report.syncs() == 24);
        assertThat(result.reports()).allMatch(report -> report.bytesSent() == 24 * MESSAGE_BYTES);
        assertThat(result.reports()).allMatch(report -> report.networkBytes() == 0);
    }

    @Test
    void aRankAloneSendsNothing() throws Exception {
        RankReport report = Runs.run(Runs.job()).reports().get(0);

        assertThat(report.messages() + report.bytesSent() + report.syncs()).isZero();
        assertThat(report.exchangeSeconds() + report.waitSeconds()).isZero();
    }

    @Test
    void theClockStandsStillWhileRowsAreScored() throws Exception {
        Runs.Recorder recorder = new Runs.Recorder();

        // Far more rows to score than to train on.
        RunResult result = Runs.run(
                Runs.job("data.rows", 20_000, "data.test", 0.9, "steps", 3, "batchSize", 16, "data.features", 50),
                recorder);

        RankReport report = result.reports().get(0);
        assertThat(report.evaluateSeconds()).isPositive();
        assertThat(recorder.evaluations().get(0).seconds()).isLessThanOrEqualTo(report.seconds());
        assertThat(recorder.steps()).isSortedAccordingTo((a, b) -> Double.compare(a.seconds(), b.seconds()));
    }

    @Test
    void theAccountsAddUpToTheTimeOfTraining() throws Exception {
        RunResult result = Runs.run(Runs.job("ranks", 2, "epochs", 20));

        for (RankReport report : result.reports()) {
            double booked =
                    report.computeSeconds() + report.exchangeSeconds() + report.diskSeconds() + report.gcSeconds();
            // A rank that is put aside by the system between two readings of the clock may be off by that much.
            assertThat(booked).isCloseTo(report.seconds(), within(0.1));
            assertThat(report.waits()).hasSize(2);
        }
    }

    @Test
    void aRunWithoutHeldOutRowsHasNoScores() throws Exception {
        RankReport report = Runs.run(Runs.job("data.test", 0)).reports().get(0);

        assertThat(report.loss()).isNaN();
        assertThat(report.accuracy()).isNaN();
        assertThat(report.trainLoss()).isPositive();
    }

    @Test
    void scoresDoNotDependOnTheNumberOfRanks() throws Exception {
        RankReport alone = Runs.run(Runs.job("data.noise", 0.1)).reports().get(0);

        List<RankReport> four =
                Runs.run(Runs.job("data.noise", 0.1, "ranks", 4)).reports();

        assertThat(four).allMatch(report -> report.loss() == alone.loss() && report.auc() == alone.auc());
        assertThat(four).allMatch(report -> report.accuracy() == alone.accuracy());
        assertThat(alone.accuracy()).isBetween(0.7, 1.0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aLossThatIsNoNumberEndsTheRun(int ranks) {
        Job job = Runs.job("ranks", ranks, "optimizer.rate", 3e38, "optimizer", "momentum", "epochs", 50);

        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> Runs.run(job))
                .withMessageStartingWith("loss is not finite: step=")
                .returns(RunFailedException.Cause.DIVERGED, RunFailedException::kind)
                .withCauseInstanceOf(DivergedException.class);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5})
    void aLastStepThatRuinsTheParametersIsNotASuccess(double test) {
        Job job = Runs.job("ranks", 2, "optimizer.rate", 1e300, "steps", 1, "data.test", test);

        assertThatExceptionOfType(RunFailedException.class)
                .isThrownBy(() -> Runs.run(job))
                .withMessageContaining("not finite: step=1")
                .returns(RunFailedException.Cause.DIVERGED, RunFailedException::kind);
    }
}
