package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.exchange.Exchange;
import dev.gradus.job.Job;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.Bottleneck;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.RunObserver;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ranks that are made slow come to the same, later. */
@Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
class ThrottleTest {

    private static RunResult clicks(Object... settings) throws Exception {
        Job job = Clicks.job(settings);
        Clicks.kinds().check(job);
        return new ThreadLauncher()
                .run(
                        job,
                        new Launcher.Surroundings(
                                RunObserver.none(), List.of(), CheckpointStore.none(), Clicks.kinds()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"allreduce", "server"})
    void aSlowRankChangesNoBitOfASynchronousRun(String strategy) throws Exception {
        Job job = Runs.job("strategy.kind", strategy, "ranks", 3, "epochs", 2);
        job = strategy.equals("server") ? job.with(ServerKeys.CONSISTENCY, "sync") : job;
        RunResult expected = Runs.run(job);

        RunResult slow = Runs.run(job.with(ThrottleKeys.RANKS, List.of("1")).with(ThrottleKeys.SLOWDOWN, 5.0));
        RunResult narrow = Runs.run(job.with(ThrottleKeys.MEGABITS, 20.0));

        assertThat(slow.parameters()).isEqualTo(expected.parameters());
        assertThat(narrow.parameters()).isEqualTo(expected.parameters());
    }

    @Test
    void standingStillIsBookedOnTheSlowRankAlone() throws Exception {
        Job job = Runs.job("ranks", 2, "epochs", 20, "throttle.ranks", "1", "throttle.slowdown", 5.0);

        List<RankReport> reports = Runs.run(job).reports();

        RankReport slow = reports.get(1);
        assertThat(reports.get(0).throttleSeconds()).isZero();
        assertThat(slow.throttleSeconds()).isGreaterThan(2 * slow.computeSeconds());
        assertThat(reports.get(0).waitSeconds()).isGreaterThan(slow.waitSeconds());
    }

    /**
     * Who stands in line for a core, or waits for a compiler, is not slower by that: it would only make noise louder.
     */
    @Test
    void onlyTimeOnACoreIsMadeLonger() throws Exception {
        Ledger ledger = new Ledger(1);
        Throttle throttle = Throttle.of(Runs.job("throttle.slowdown", 5.0), 0);
        ledger.enter(Account.COMPUTE);
        StepListener slowed =
                throttle.slowed(totals -> LockSupport.parkNanos(200_000_000), new Peers(Exchange.none(), ledger));

        slowed.step(new StepTotals().set(1, 1));

        assertThat(ledger.nanos(Account.THROTTLE)).isLessThan(ledger.nanos(Account.COMPUTE));
    }

    @Test
    void othersCanBeSlowToo() throws Exception {
        Job job = Runs.job(
                "ranks", 2, "epochs", 20, "throttle.ranks", "1", "throttle.slowdown", 9.0, "throttle.others", 3.0);

        List<RankReport> reports = Runs.run(job).reports();

        assertThat(reports.get(0).throttleSeconds())
                .isGreaterThan(reports.get(0).computeSeconds());
        assertThat(reports.get(1).throttleSeconds())
                .isGreaterThan(4 * reports.get(1).computeSeconds());
    }

    @Test
    void withoutNamesAllRanksAreSlow() throws Exception {
        List<RankReport> reports =
                Runs.run(Runs.job("ranks", 2, "throttle.slowdown", 3.0)).reports();

        assertThat(reports).allMatch(report -> report.throttleSeconds() > 0);
    }

    @Test
    void theSlowWorkerOfFourDoesLessAndIsNamedButInStepDoesItsShare() throws Exception {
        Object[] slow = {"ranks", 4, "epochs", 20, "throttle.ranks", "2", "throttle.slowdown", 20.0};

        RunResult bounded = clicks(with(slow, "strategy.kind", "server", "strategy.staleness", 4));
        RunResult inStep = clicks(with(slow, "strategy.kind", "server", "strategy.consistency", "sync"));

        long fair = 20L * Clicks.TRAIN / 4;
        assertThat(bounded.reports().get(2).samples()).isLessThan(fair * 6 / 10);
        assertThat(Runs.sum(bounded, RankReport::samples)).isEqualTo(4 * fair);
        assertThat(inStep.reports().get(2).samples()).isBetween(fair * 9 / 10, fair * 11 / 10);
    }

    private static Object[] with(Object[] settings, Object... more) {
        Object[] all = java.util.Arrays.copyOf(settings, settings.length + more.length);
        System.arraycopy(more, 0, all, settings.length, more.length);
        return all;
    }

    @Test
    void aNarrowLinkIsTheBottleneck() throws Exception {
        Job job = Runs.job("ranks", 2, "data.features", 500, "throttle.megabits", 2.0);

        RunResult allReduce = Runs.run(job);
        RunResult served = Runs.run(job.with(JobKeys.STRATEGY_KIND, "server"));

        assertThat(Bottleneck.of(allReduce.reports()).kind()).isEqualTo(Bottleneck.NETWORK);
        assertThat(Bottleneck.of(served.reports()).kind()).isEqualTo(Bottleneck.NETWORK);
    }

    @Test
    void aVerySlowRankMakesTheOthersWait() throws Exception {
        Job job = Runs.job(
                "ranks", 4, "epochs", 10, "data.features", 500, "throttle.ranks", "3", "throttle.slowdown", 100.0);

        assertThat(Bottleneck.of(Runs.run(job).reports()).kind()).isEqualTo(Bottleneck.WAITING);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "-1", "x"})
    void aRankThatIsNoneIsRefused(String rank) {
        Job job = Runs.job("ranks", 2, "throttle.ranks", "0; " + rank);

        assertThatThrownBy(() -> Kinds.load().check(job))
                .hasMessage(
                        "throttle.ranks has no rank of this run: rank=" + rank + ", ranks=2; name ranks from 0 to 1");
    }
}
