package dev.gradus.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.json.Records;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class AllReduceBenchmarkIT {

    @ParameterizedTest
    @ValueSource(strings = {"shared", "tcp"})
    void processesMeasureEverySize(String link) throws Exception {
        AllReduceSettings settings =
                AllReduceSettings.parse("ranks=3", "link=" + link, "sizes=4096,262144", "seconds=0.02");

        Map<?, ?> results = new AllReduceBenchmark(settings).run();

        assertThat(results.get("ranks")).isEqualTo(3L);
        assertThat(bytes(results)).isEqualTo(List.of(4096, 262144));
    }

    private static List<Integer> bytes(Map<?, ?> results) {
        List<Integer> bytes = new ArrayList<>();
        for (Object result : results.get("results") instanceof List<?> list ? list : List.of()) {
            bytes.add(Records.fromMap(SumTimes.class, (Map<?, ?>) result).bytes());
        }
        return bytes;
    }
}
