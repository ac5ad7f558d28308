package dev.gradus.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordsTest {

    /** One component of each kind. */
    record Sample(int count, long total, double ratio, String name, List<?> parts) {}

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 30).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aRecordComesBackFromJsonAsItWas(SplittableRandom random) {
        double ratio = random.nextInt(4) == 0 ? Double.NaN : random.nextDouble(-1e9, 1e9) * random.nextInt(3);
        Sample sample = new Sample(
                random.nextInt(),
                random.nextLong(),
                ratio,
                "a \"" + random.nextInt(),
                List.of(0.0, random.nextDouble()));

        Map<String, Object> read = Json.parseObject(Json.write(Records.toMap(sample)));

        assertThat(Records.fromMap(Sample.class, read)).isEqualTo(sample);
    }

    @Test
    void componentsKeepTheirOrder() {
        assertThat(Records.toMap(new Sample(1, 2, 3, "four", List.of())))
                .extracting(map -> List.copyOf(map.keySet()))
                .isEqualTo(List.of("count", "total", "ratio", "name", "parts"));
    }

    @Test
    void whatIsMissingOrOfAnotherTypeIsNamed() {
        Map<String, Object> map = new LinkedHashMap<>(Records.toMap(new Sample(1, 2, 3, "four", List.of())));

        map.put("count", "one");
        refuses(map, "member is of another type: name=count, value=one");
        map.put("count", null);
        refuses(map, "member is of another type: name=count, value=null");
        map.remove("count");
        refuses(map, "member is missing: name=count, of=Sample");
    }

    @Test
    void aNumberThatDoesNotFitIsNotCutDown() {
        Map<String, Object> map = new LinkedHashMap<>(Records.toMap(new Sample(1, 2, 3, "four", List.of())));

        map.put("count", 1L << 40);
        refuses(map, "member is of another type: name=count, value=1099511627776");
        map.put("count", 1.5);
        refuses(map, "member is of another type: name=count, value=1.5");
    }

    private static void refuses(Map<String, Object> map, String message) {
        assertThatThrownBy(() -> Records.fromMap(Sample.class, map))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
