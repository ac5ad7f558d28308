package dev.gradus.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.exchange.Algorithm;
import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.PacedExchange;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.math.Kernels;
import dev.gradus.metrics.Ledger;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 30, threadMode = ThreadMode.SEPARATE_THREAD)
class OverlapTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @Test
    void ranksThatShareMemoryAndTakeAllCoresExchangeThemselves() throws Exception {
        assertThat(wanted(memory(), 2, MeshExchange::new)).containsOnly(false);
        assertThat(wanted(memory(), 1, MeshExchange::new)).containsOnly(false);
        assertThat(wanted(memory(), 4, MeshExchange::new, "launch.threads", 2)).containsOnly(false);
    }

    @Test
    void aThreadBesideExchangesWhereACoreIsFree() throws Exception {
        assertThat(wanted(memory(), 3, MeshExchange::new)).containsOnly(true);
        assertThat(wanted(memory(), 5, MeshExchange::new, "launch.threads", 2)).containsOnly(true);
    }

    @Test
    void aThreadBesideExchangesWhereBytesTravel() throws Exception {
        assertThat(wanted(RankGroup.overTcp(2, TIMEOUT), 2, MeshExchange::new)).containsOnly(true);
        assertThat(wanted(memory(), 2, mesh -> new MeshExchange(mesh, Algorithm.OWNERS, Kernels.plain())))
                .containsOnly(true);
    }

    @Test
    void aThreadBesideExchangesWhereTheJobMakesALinkSlow() throws Exception {
        assertThat(wanted(memory(), 2, mesh -> new PacedExchange(new MeshExchange(mesh), 1e6, new Ledger(2))))
                .containsOnly(true);
    }

    @Test
    void whatTheJobSaysHolds() throws Exception {
        assertThat(wanted(memory(), 2, MeshExchange::new, "exchange.overlap", true))
                .containsOnly(true);
        assertThat(wanted(memory(), 3, MeshExchange::new, "exchange.overlap", false))
                .containsOnly(false);
    }

    private static RankGroup memory() throws IOException {
        return RankGroup.inMemory(2, TIMEOUT);
    }

    /** What each rank of the group decides. */
    private static Set<Boolean> wanted(
            RankGroup ranks, int cores, Function<Mesh, Exchange> exchange, Object... settings) throws Exception {
        try (RankGroup group = ranks) {
            List<Boolean> all = group.run(mesh -> Overlap.isWanted(Runs.job(settings), exchange.apply(mesh), cores));
            return Set.copyOf(all);
        }
    }
}
