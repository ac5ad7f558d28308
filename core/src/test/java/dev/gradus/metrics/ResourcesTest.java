package dev.gradus.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.json.Json;
import dev.gradus.json.Records;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a process and its machine use: {@link SystemCounters}, {@link ResourceReading}, {@link ResourceSampler}. */
class ResourcesTest {

    @TempDir
    private Path proc;

    @Test
    void countersOfLinuxAreReadFromItsFiles() throws Exception {
        write("stat", "cpu  30 0 0 70 0 0 0 0 0 0\ncpu0 10 1 2 60 20 3 4 5 9 9\ncpu1 20 0 0 10 0 0 0 0\nintr 5 6 7\n");
        write("self/io", "rchar: 1\nread_bytes: 4096\nwrite_bytes: 8192\ncancelled_write_bytes: 7\n");
        write("self/status", "Name:\tjava\nVmRSS:\t    2140 kB\n");
        write("net/dev", """
                Inter-|   Receive | Transmit
                 face |bytes packets
                    lo: 500 1 0 0 0 0 0 0 500 1 0 0 0 0 0 0
                  eth0: 100 1 0 0 0 0 0 0 20 1 0 0 0 0 0 0
                  eth1:11 1 0 0 0 0 0 0 2 1 0 0 0 0 0 0
                """);

        SystemCounters counters = SystemCounters.read(proc);

        assertThat(counters.cores()).containsExactly(new SystemCounters.Core(25, 105), new SystemCounters.Core(20, 30));
        assertThat(counters.residentBytes()).isEqualTo(2140 * 1024);
        assertThat(counters.diskReadBytes()).isEqualTo(4096);
        assertThat(counters.diskWrittenBytes()).isEqualTo(8192);
        assertThat(counters.receivedBytes()).isEqualTo(111);
        assertThat(counters.sentBytes()).isEqualTo(22);
        assertThat(counters.loopbackBytes()).isEqualTo(500);
        assertThat(counters.missing()).isEmpty();
    }

    @Test
    void whereThereAreNoSuchFilesTheRestIsThereAndWhatIsMissingIsSaid() {
        SystemCounters counters = SystemCounters.read(proc);

        assertThat(counters.missing()).containsExactly("use of cores", "resident memory", "disk", "network");
        assertThat(counters.heapBytes()).isPositive();
        ResourceReading reading = ResourceReading.between(counters, SystemCounters.read(proc), 3, 1);
        assertThat(reading.residentBytes()).isNaN();
        assertThat(reading.diskReadBytesPerSecond()).isNaN();
        assertThat(reading.networkSentBytesPerSecond()).isNaN();
        assertThat(reading.cores()).isEmpty();
        assertThat(reading.cpuPercent()).isNotNegative();
    }

    @Test
    void nonsenseInTheFilesIsNoReasonToFail() throws Exception {
        write("stat", "cpu0\ncpu1 a b c d e f\n\n");
        write("self/io", "read_bytes: many\n");
        write("net/dev", "no colon\nshort: 1\n");

        assertThat(SystemCounters.read(proc).cores()).containsExactly(new SystemCounters.Core(0, 0));
    }

    @Test
    void aReadingIsTheDifferenceOverTheTime() {
        SystemCounters before = counters(0, 1_000_000_000L, 100, 200, 10);
        SystemCounters after = counters(500_000_000L, 1_750_000_000L, 150, 300, 2010);

        ResourceReading reading = ResourceReading.between(before, after, 2, 7.25);

        assertThat(reading.rank()).isEqualTo(2);
        assertThat(reading.seconds()).isEqualTo(7.25);
        assertThat(reading.cpuPercent()).isEqualTo(150);
        assertThat(reading.cores()).isEqualTo(List.of(50.0));
        assertThat(reading.diskReadBytesPerSecond()).isEqualTo(4000);
        assertThat(reading.networkSentBytesPerSecond()).isEqualTo(4000);
        assertThat(reading.gcPercent()).isZero();
    }

    @Test
    void aCounterThatFellBackIsNoNegativeSpeed() {
        ResourceReading reading =
                ResourceReading.between(counters(0, 0, 0, 0, 500), counters(1_000_000_000L, 5, 1, 1, 3), 0, 1);

        assertThat(reading.networkSentBytesPerSecond()).isZero();
    }

    @Test
    void aReadingSurvivesJson() {
        ResourceReading reading = ResourceReading.between(SystemCounters.read(proc), counters(1, 2, 3, 4, 5), 1, 0.125);

        ResourceReading back =
                Records.fromMap(ResourceReading.class, Json.parseObject(Json.write(Records.toMap(reading))));

        assertThat(back).isEqualTo(reading);
    }

    @Test
    void aCoreThatIsNoNumberIsUnknown() {
        ResourceReading reading =
                new ResourceReading(0, "p", 1, 2, Arrays.asList(null, 50L, "x"), 3, 4, 5, 6, 7, 8, 9, 10);

        assertThat(reading.cores()).isEqualTo(List.of(Double.NaN, 50.0, Double.NaN));
    }

    @Test
    @Timeout(20)
    void theSamplerReadsByItself() throws Exception {
        List<ResourceReading> readings = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch two = new CountDownLatch(2);

        ResourceSampler sampler = new ResourceSampler(0, 10, reading -> {
            readings.add(reading);
            two.countDown();
        });
        sampler.start();
        boolean came = two.await(15, TimeUnit.SECONDS);
        sampler.close();

        assertThat(came).isTrue();
        assertThat(readings).extracting(ResourceReading::seconds).isSorted().allMatch(seconds -> seconds > 10);
    }

    @Test
    @Timeout(20)
    void theShortestRunHasAReading() {
        List<ResourceReading> readings = Collections.synchronizedList(new ArrayList<>());

        ResourceSampler sampler = new ResourceSampler(0, 0, readings::add);
        sampler.start();
        sampler.close();

        assertThat(readings).hasSize(1);
    }

    @Test
    @Timeout(20)
    void aSamplerThatWasNotStartedReadsNothing() {
        List<ResourceReading> readings = Collections.synchronizedList(new ArrayList<>());

        new ResourceSampler(0, 0, readings::add).close();

        assertThat(readings).isEmpty();
    }

    @Test
    @Timeout(20)
    void whatGoesWrongOnTheThreadIsSaidWhenItIsClosed() {
        ResourceSampler sampler = new ResourceSampler(0, 0, reading -> {
            throw new IllegalStateException("disk is full");
        });
        sampler.start();

        assertThatThrownBy(sampler::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("disk is full");
    }

    @Test
    void samplesBecomeRarerTheLongerARunTakes() {
        assertThat(ResourceSampler.pause(0)).isEqualTo(0.5);
        assertThat(ResourceSampler.pause(600)).isEqualTo(0.5);
        assertThat(ResourceSampler.pause(1800)).isEqualTo(1.5);
        assertThat(ResourceSampler.pause(1e6)).isEqualTo(5);
        double seconds = 0;
        long samples = 0;
        while (seconds < 24 * 3600) {
            seconds += ResourceSampler.pause(seconds);
            samples++;
        }
        assertThat(samples).isBetween(10_000L, 25_000L);
    }

    private static SystemCounters counters(long nanoTime, long cpuNanos, long busy, long total, long bytes) {
        return new SystemCounters(
                nanoTime,
                cpuNanos,
                List.of(new SystemCounters.Core(busy, total)),
                1 << 20,
                1 << 19,
                0,
                bytes,
                bytes,
                bytes,
                bytes,
                bytes);
    }

    private void write(String name, String text) throws Exception {
        Path file = proc.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
