package dev.gradus.calibrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gradus.forecast.Cluster;
import dev.gradus.forecast.Cost;
import dev.gradus.forecast.Forecast;
import dev.gradus.forecast.Jitter;
import dev.gradus.forecast.Machine;
import dev.gradus.forecast.Network;
import dev.gradus.forecast.Part;
import dev.gradus.forecast.StepTime;
import dev.gradus.forecast.Sum;
import dev.gradus.forecast.Work;
import dev.gradus.job.Job;
import dev.gradus.run.JobRunner;
import dev.gradus.train.JobKeys;
import dev.gradus.train.JobSize;
import dev.gradus.train.Kinds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What short runs find; nothing here asserts how fast the machine is. */
@Timeout(120)
class CalibrationTest {

    private static final Kinds KINDS = Kinds.load();

    @TempDir
    Path folder = Path.of("");

    private static Job job(Object... settings) {
        Map<String, Object> map = new LinkedHashMap<>(Map.of("launch", "threads", "launch.warmUp", "10ms"));
        for (int i = 0; i < settings.length; i += 2) {
            map.put((String) settings[i], settings[i + 1]);
        }
        return Job.of(KINDS.keys(), map);
    }

    private static Findings calibrate(Job job, String... strategies) throws Exception {
        return new Calibration(KINDS, new JobRunner(KINDS, List.of()), job, Duration.ofSeconds(1))
                .run(List.of(strategies));
    }

    @Test
    void rowsGiveTheWorkOfTheirStrategies() throws Exception {
        Job job = job("data.rows", 4000L, "data.features", 10L, "batchSize", 160L, "epochs", 3L);

        Findings findings = calibrate(job, "allreduce", "local", "hogwild");

        long once = JobSize.of(job.with(JobKeys.EPOCHS, 1L), KINDS).samples();
        assertThat((long) findings.samples()).isEqualTo(3 * once);
        List<Work> works =
                findings.subjects().stream().map(Findings.Subject::work).toList();
        assertThat(works).extracting(Work::strategy).containsExactly("allreduce", "local", "hogwild");
        assertThat(works.get(0).samples(4)).isCloseTo(160, within(1.0));
        assertThat(works.get(0).sums()).extracting(Sum::bytes).containsExactly(4.0 * (11 + 3));
        assertThat(works.get(1).repeats()).isEqualTo(50);
        assertThat(works.get(2).sums()).isEmpty();
        Forecast forecast = Forecast.of(works.get(0), findings.subjects().get(0).machine(), Cluster.thisMachine());
        assertThat(forecast.at(1).speedup()).isCloseTo(1, within(1e-9));
        assertThat(forecast.at(2).speedup()).isPositive();
    }

    @Test
    void touchedRowsOfTablesAreCountedByRunsOfTwoRanks() throws Exception {
        Job job = job(
                "data",
                "ctr",
                "data.rows",
                4000L,
                "batchSize",
                64L,
                "virtualShards",
                8L,
                "data.cache",
                folder.toString());

        Findings findings = calibrate(job, "allreduce", "local");

        Sum summed = findings.subjects().get(0).work().sums().get(0);
        assertThat(summed.growth()).isBetween(0.3, 1.0); // most features of a row are rare, some are in all
        assertThat(summed.bytes()).isBetween(500.0, 50_000.0);
        assertThat(findings.subjects().get(1).work().own()).isTrue();
        assertThat(findings.subjects().get(1).work().sums().get(0).bytes()).isPositive();
    }

    @Test
    void serversAreAsFastAsTheOneThatWasTried() throws Exception {
        Job job = job("data.rows", 4000L, "data.features", 10L, "batchSize", 160L);

        Findings findings = calibrate(job, "allreduce", "server");

        assertThat(findings.subjects()).hasSize(1);
        assertThat(findings.serverSpeed()).isBetween(1e3, 1e12);
        assertThat(findings.notes()).anyMatch(note -> note.startsWith("one server was busy at "));
        assertThat(calibrate(job, "allreduce").serverSpeed()).isNaN();
    }

    @Test
    void updatesThatEveryRankMakesAreSerial() {
        // One rank takes 10 for all 8 units; each of two takes 7 for half of them: 4 do not get less.
        Cost cost = TableTrials.withUpdates(new Cost(0, 1.25), 7, 8);

        assertThat(cost.fixed()).isCloseTo(4, within(1e-12));
        assertThat(cost.seconds(8)).isCloseTo(10, within(1e-12));
    }

    @Test
    void ranksAreComparedWithOneThatWasStartedAsTheyWere() {
        // Where all is compiled one rank takes 10 for 8 units; started as the two are, it takes 15.
        Cost anchored = StepPairs.anchored(new Cost(2, 1), 8, 15);

        assertThat(anchored.seconds(8)).isCloseTo(15, within(1e-12));
        assertThat(anchored.fixed()).isCloseTo(3, within(1e-12));
        // Each of the two takes 9 for half: both are 15 / 9 as fast as the one, not 10 / 9.
        assertThat(TableTrials.withUpdates(anchored, 9, 8).seconds(4)).isCloseTo(9, within(1e-12));
        assertThat(TableTrials.withUpdates(anchored, 9, 8).seconds(8)).isCloseTo(15, within(1e-12));
    }

    @Test
    void ranksOfTablesWaitForTheSlowerOverANetworkToo() {
        Jitter uneven = TableTrials.unevenness(0.01, 0.08);
        Work work = new Work("allreduce", 2, false, 1, new Cost(0, 0.08), 1, List.of(Sum.dense(1e6)));
        Cluster network = Cluster.of(Network.preset("100mbit"));

        StepTime step = StepTime.of(work, 2, new Machine(2, Map.of(), new Cost(0, 0), uneven, 0), network);

        assertThat(step.seconds(Part.WAITING)).isCloseTo(0.01, within(1e-12));
        assertThat(TableTrials.unevenness(1, 0.1).most(2)).isCloseTo(1.5, within(1e-12)); // never faster than at once
    }

    @Test
    void anotherStrategyDropsTheKeysOfTheJobsOwn() {
        Job local = job("strategy", "local", "strategy.every", 7L);

        Job other = Trials.by(local, "allreduce");

        KINDS.check(other);
        assertThat(Calibration.every(other)).isEqualTo(50);
        assertThat(Calibration.every(Trials.by(local, "local"))).isEqualTo(7);
    }

    @Test
    void partsOfAStepKeepTheRowsOfAShard() {
        Job half = Trials.ofUnits(job("batchSize", 160L, "virtualShards", 16L), 8);

        assertThat(half.get(JobKeys.BATCH_SIZE)).isEqualTo(80);
        assertThat(half.get(JobKeys.VIRTUAL_SHARDS)).isEqualTo(8);
    }
}
