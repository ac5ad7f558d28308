package dev.gradus.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.gradus.metrics.SystemCounters;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

class OshiSourceTest {

    /** Linux tells both ways, so there the one can be held against the other. */
    @Test
    void tellsWhatProcTells() {
        Assumptions.assumeTrue(Files.isReadable(Path.of("/proc/self/io")), "there is no /proc to compare with");
        OshiSource source = new OshiSource();

        SystemCounters before = SystemCounters.read();
        SystemCounters told = source.read();
        SystemCounters after = SystemCounters.read();

        assertThat(told.missing()).isEmpty();
        assertThat(told.cores()).hasSameSizeAs(before.cores());
        for (int core = 0; core < told.cores().size(); core++) {
            // OSHI counts in milliseconds, the kernel in hundredths of a second; the share of busy time is the same.
            assertThat(share(told.cores().get(core)))
                    .isCloseTo(share(before.cores().get(core)), within(0.02));
        }
        assertThat((double) told.residentBytes()).isCloseTo((double) before.residentBytes(), withinPercentage(20));
        assertThat(told.diskReadBytes()).isBetween(before.diskReadBytes(), after.diskReadBytes());
        assertThat(told.diskWrittenBytes()).isBetween(before.diskWrittenBytes(), after.diskWrittenBytes());
        assertThat(told.loopbackBytes()).isBetween(before.loopbackBytes(), after.loopbackBytes());
        assertThat(told.receivedBytes()).isBetween(before.receivedBytes(), after.receivedBytes());
        assertThat(source.processor()).isNotEmpty();
        assertThat(source.memoryBytes()).isGreaterThan(1 << 28);
    }

    private static double share(SystemCounters.Core core) {
        return (double) core.busyTicks() / core.totalTicks();
    }
}
