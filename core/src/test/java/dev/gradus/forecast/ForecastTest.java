package dev.gradus.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ForecastTest {

    private static final Cost SUMS = new Cost(5e-6, 1e-10);

    private static Machine machine(double busy) {
        return new Machine(2, Map.of(2, 1.1), SUMS, Jitter.none(), busy);
    }

    private static Work heavy(double bytes) {
        return new Work("allreduce", 256, false, 1, new Cost(0, 1e-3), 1, List.of(Sum.dense(bytes)));
    }

    @Test
    void theKneeHasTheLargestProductOfSpeedupAndEfficiency() {
        Forecast forecast = Forecast.of(heavy(5e6), machine(0), Cluster.of(Network.preset("10gbit")));

        Forecast.Point knee = forecast.knee();

        assertThat(knee.ranks()).isBetween(2, 255);
        for (int ranks = 1; ranks <= 1024; ranks++) {
            Forecast.Point point = forecast.at(ranks);
            assertThat(point.speedup() * point.efficiency()).isLessThanOrEqualTo(knee.speedup() * knee.efficiency());
        }
    }

    @Test
    void theKneeOfASerialPartIsWhereItTakesAsLongAsTheRest() {
        // With f + (1 - f) / n, speedup^2 / n is largest at n = (1 - f) / f.
        Work work = new Work("allreduce", 1 << 20, false, 1, new Cost(0.02, 0.98 / (1 << 20)), 1, List.of());

        int knee = Forecast.of(work, machine(0), Cluster.of(Network.preset("100gbit")))
                .knee()
                .ranks();

        assertThat(knee).isEqualTo(49);
    }

    @Test
    void aBusyMachineWidensTheBand() {
        Cluster cluster = Cluster.of(Network.preset("1gbit"));
        Forecast.Point calm = Forecast.of(heavy(1e6), machine(0), cluster).at(8);
        Forecast.Point busy = Forecast.of(heavy(1e6), machine(0.5), cluster).at(8);

        assertThat(busy.speedup()).isEqualTo(calm.speedup());
        assertThat(busy.low()).isLessThan(calm.low());
        assertThat(busy.high()).isGreaterThan(calm.high());
    }

    @Test
    void adviceNamesTheLimitAndWhatWouldMoveIt() {
        Advice advice = Advice.of(heavy(4e6), machine(0), Cluster.of(Network.preset("1gbit")), true);

        assertThat(advice.sentence()).startsWith("stop at " + advice.knee().ranks() + " ranks");
        assertThat(advice.sentence()).contains("the network is the limit", "bf16 on the wire would");
    }

    @Test
    void adviceForOneMachineStopsAtItsCores() {
        Advice advice = Advice.of(heavy(1e4), machine(0), Cluster.thisMachine(), true);

        assertThat(advice.knee().ranks()).isEqualTo(2);
        assertThat(advice.sentence()).contains("this machine has 2 cores");
    }

    @Test
    void timeAndCostFollowFromSpeedAndRanks() {
        Forecast.Point point = Forecast.of(heavy(0), machine(0), Cluster.of(Network.preset("100gbit")))
                .at(4);

        double seconds = point.seconds(1e6);

        assertThat(seconds).isCloseTo(1e6 / point.samplesPerSecond(), within(1e-9));
        assertThat(point.cost(1e6, 0.5)).isCloseTo(seconds / 3600 * 4 * 0.5, within(1e-9));
    }

    @Test
    void serversThatAreFullBoundWhatWorkersBring() {
        // A worker moves twice 1e6 bytes a turn of 0.256 s, and one server takes 1e7 a second: 5 turns a second.
        ServerQueue one = new ServerQueue(1e7, 1e9);
        Forecast forecast = Forecast.ofServers(heavy(1e6), machine(0), Cluster.of(Network.preset("100gbit")), one);

        double most = 1e7 / 2e6 / (1 / 0.256);

        assertThat(forecast.at(1024).speedup()).isCloseTo(most, within(0.01 * most));
        assertThat(forecast.at(1024).limit()).isEqualTo(Part.SERVER);
    }

    @Test
    void queuesFollowTheMeanValuesOfAClosedNetwork() {
        assertThat(ServerQueue.response(2, 8, 1)).isCloseTo(2, within(1e-12));
        // One customer has 2 / 10 of itself in the queue, so the second meets 0.2 customers.
        assertThat(ServerQueue.response(2, 8, 2)).isCloseTo(2 * 1.2, within(1e-12));
    }

    @Test
    void slowdownsLieOnLinesBetweenWhatWasMeasured() {
        Machine machine = new Machine(8, Map.of(2, 1.1, 6, 1.5), SUMS, Jitter.none(), 0);

        assertThat(machine.slowdown(1)).isEqualTo(1);
        assertThat(machine.slowdown(4)).isCloseTo(1.3, within(1e-12));
        assertThat(machine.slowdown(8)).isCloseTo(1.7, within(1e-12));
        assertThat(machine.slowdown(16)).isCloseTo(3.4, within(1e-12));
        assertThat(new Machine(2, Map.of(), SUMS, Jitter.none(), 0).slowdown(2)).isEqualTo(1);
    }

    @Test
    void networksAreReadWithTheirUnits() {
        assertThat(Network.bandwidth("10Gbit")).isEqualTo(1.25e9);
        assertThat(Network.bandwidth("100 Mbit")).isEqualTo(12.5e6);
        assertThat(Network.bandwidth("1.5GB/s")).isEqualTo(1.5e9);
        assertThat(Network.latency("50us")).isCloseTo(50e-6, within(1e-15));
        assertThat(Network.latency("0.2ms")).isCloseTo(200e-6, within(1e-15));
        assertThatThrownBy(() -> Network.bandwidth("fast"))
                .hasMessage("bandwidth cannot be read: fast; write it like 10Gbit or 1.2GB/s");
        assertThatThrownBy(() -> Network.latency("0us")).hasMessageStartingWith("latency cannot be read: 0us");
        assertThatThrownBy(() -> Network.preset("token-ring")).hasMessageStartingWith("unknown network: token-ring");
        for (String name : Network.presets()) {
            if (!name.equals(Network.THIS_MACHINE)) {
                assertThat(Network.preset(name).name()).isEqualTo(name);
            }
        }
    }
}
