package dev.gradus.metrics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TraceFileTest {

    @TempDir
    private Path folder;

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 20).mapToObj(SplittableRandom::new);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void slicesFollowEachOtherAndAddUpToTheTotalsOfTheLedger(SplittableRandom random) throws Exception {
        Ledger own = new Ledger(3);
        Ledger beside = new Ledger(3);
        work(own, random, 40);

        List<Map<?, ?>> events = written(TracePart.of(1, 3, own, beside));

        List<Map<?, ?>> slices = slices(events, 1, 0, false);
        for (int i = 1; i < slices.size(); i++) {
            assertThat(nanos(slices.get(i), "ts")).isEqualTo(end(slices.get(i - 1)));
        }
        for (Account account : List.of(Account.COMPUTE, Account.SEND, Account.WAIT, Account.EVALUATE)) {
            assertThat(slices.stream()
                            .filter(slice -> name(account).equals(slice.get("cat")))
                            .mapToLong(slice -> nanos(slice, "dur"))
                            .sum())
                    .isEqualTo(own.nanos(account));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aStepHoldsItsSlicesAndNoOther(SplittableRandom random) throws Exception {
        Ledger own = new Ledger(3);
        work(own, random, 40);

        List<Map<?, ?>> events = written(TracePart.of(0, 3, own, new Ledger(3)));

        List<Map<?, ?>> steps = slices(events, 0, 0, true);
        assertThat(steps).hasSize(40);
        for (int i = 0; i < steps.size(); i++) {
            Map<?, ?> step = steps.get(i);
            assertThat(step.get("name")).isEqualTo("step " + (i + 1));
            assertThat(i == 0 || nanos(step, "ts") >= end(steps.get(i - 1))).isTrue();
            long inside = slices(events, 0, 0, false).stream()
                    .filter(slice -> nanos(slice, "ts") >= nanos(step, "ts") && end(slice) <= end(step))
                    .mapToLong(slice -> nanos(slice, "dur"))
                    .sum();
            assertThat(inside).isEqualTo(nanos(step, "dur"));
        }
        assertThat(slices(events, 0, 0, false))
                .filteredOn(slice -> "evaluate".equals(slice.get("cat")))
                .noneMatch(evaluation -> steps.stream()
                        .anyMatch(step -> nanos(evaluation, "ts") < end(step) && end(evaluation) > nanos(step, "ts")));
    }

    @Test
    void aWaitNamesTheRankAndTheTracksHaveNames() throws Exception {
        Ledger own = new Ledger(3);
        Ledger beside = new Ledger(3);
        own.reset();
        own.enter(Account.WAIT, 2);
        pass();
        beside.mark(5);
        beside.enter(Account.SEND);
        pass();
        beside.enter(Account.OTHER);
        own.enter(Account.OTHER);

        List<Map<?, ?>> events = written(TracePart.of(0, 3, own, beside));

        assertThat(events)
                .filteredOn(event -> "M".equals(event.get("ph")))
                .extracting(
                        event -> requireNonNull((Map<?, ?>) event.get("args")).get("name"))
                .asString()
                .isEqualTo("[rank 0, rank, exchange beside]");
        assertThat(slices(events, 0, 0, false)).extracting("name").asString().isEqualTo("[wait for rank 2]");
        assertThat(slices(events, 0, 1, false)).extracting("args").asString().isEqualTo("[{bucket=5}]");
    }

    @Test
    void aLongRunKeepsItsFirstAndLastStepsAndSaysHowMuchIsGone() throws Exception {
        Ledger own = new Ledger(2);
        own.enter(Account.COMPUTE);
        own.mark(1);
        own.reset();
        for (int step = 1; step <= 60_000; step++) {
            own.enter(Account.SEND);
            own.enter(Account.COMPUTE);
            own.mark(step + 1);
        }
        own.enter(Account.OTHER);
        List<TracePart> parts = TracePart.of(0, 2, own, new Ledger(2));

        List<Map<?, ?>> events = written(parts);

        List<Map<?, ?>> steps = slices(events, 0, 0, true);
        assertThat(steps.get(0).get("name")).isEqualTo("step 1");
        assertThat(steps.get(steps.size() - 1).get("name")).isEqualTo("step 60000");
        assertThat(parts.get(0).dropped()).isGreaterThan(100_000);
        assertThat(Files.size(folder.resolve("trace.json"))).isLessThan(12_000_000);
        // The steps at both ends of the gap are not whole, so that none is shown as if it had lasted minutes.
        assertThat(steps).allMatch(step -> nanos(step, "dur") < 5_000_000_000L);
        long gaps = 0;
        for (int i = 1; i < steps.size(); i++) {
            gaps += number(steps.get(i)) == number(steps.get(i - 1)) + 1 ? 0 : 1;
        }
        assertThat(gaps).isEqualTo(1);
    }

    @Test
    void withManyRanksEachHandsOverItsShare() {
        Ledger own = new Ledger(1000);
        own.reset();
        for (int i = 0; i < 5000; i++) {
            own.enter(i % 2 == 0 ? Account.SEND : Account.COMPUTE);
        }
        own.enter(Account.OTHER);

        List<TracePart> parts = TracePart.of(7, 1000, own, new Ledger(1000));

        assertThat(parts.stream().mapToInt(TracePart::size).sum()).isLessThanOrEqualTo(64);
    }

    @Test
    void partsSurviveJsonAndNonsenseIsRefused() {
        Ledger own = new Ledger(3);
        work(own, new SplittableRandom(1), 5);
        TracePart part = TracePart.of(2, 3, own, new Ledger(3)).get(0);

        TracePart back = TracePart.of(Json.parseObject(Json.write(part.toMap())));

        assertThat(back.toMap().toString().replaceAll("\\[J@\\w+", ""))
                .isEqualTo(part.toMap().toString().replaceAll("\\[J@\\w+", ""));
        assertThat(back.size()).isEqualTo(part.size());
        assertThat(back.slice(3)).isEqualTo(part.slice(3));
        refused("fields", List.of(1L, 2L, 3L), "not a part of a trace: rank=0");
        refused("fields", List.of(1L, 2L, 99L, 4L), "not a slice of a trace: rank=0, field=99");
        refused("fields", List.of(1L, -2L, 0L, 4L), "not a slice of a trace: rank=0, field=-2");
        refused("track", "NONE", "not a track of a trace: track=NONE");
        refused("clock", 5L, "not a part of a trace: rank=0");
        refused("rank", "0", "not a part of a trace: rank=0");
    }

    private static void refused(String name, Object value, String message) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rank", 0L);
        map.put("track", "RANK");
        map.put("clock", "here");
        map.put("origin", 0L);
        map.put("dropped", 0L);
        map.put("fields", List.of());
        map.put(name, value);
        assertThatThrownBy(() -> TracePart.of(map))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void ranksOfOneMachineAreAlignedByItsClockAndOthersBeginTogether() throws Exception {
        TracePart first = part(0, "here", 1_000_000);
        TracePart later = part(1, "here", 1_250_000);
        TracePart elsewhere = part(2, "there", 77_000_000);

        List<Map<?, ?>> events = written(List.of(later, first, elsewhere));

        assertThat(slices(events, 0, 0, false))
                .extracting(slice -> nanos(slice, "ts"))
                .containsExactly(100L);
        assertThat(slices(events, 1, 0, false))
                .extracting(slice -> nanos(slice, "ts"))
                .containsExactly(250_100L);
        assertThat(slices(events, 2, 0, false))
                .extracting(slice -> nanos(slice, "ts"))
                .containsExactly(100L);
    }

    private static TracePart part(long rank, String clock, long origin) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rank", rank);
        map.put("track", "RANK");
        map.put("clock", clock);
        map.put("origin", origin);
        map.put("dropped", 0L);
        map.put("fields", List.of(100L, 50L, 0L, 0L));
        return TracePart.of(map);
    }

    @Test
    void pausesStandOnATrackOfTheirOwnAndDoNotOverlap() throws Exception {
        Ledger own = new Ledger(1);
        own.reset();
        own.enter(Account.OTHER);
        long start = own.entries().get(0).startNanos();

        List<TracePart> parts = TracePart.pauses(
                0,
                own,
                List.of(
                        new GcPauses.Pause(start - 900, start - 500),
                        new GcPauses.Pause(start + 1000, start + 5000),
                        new GcPauses.Pause(start + 4000, start + 9000)));

        List<Map<?, ?>> pauses = slices(written(parts), 0, 2, false);
        assertThat(pauses).extracting(slice -> nanos(slice, "ts")).containsExactly(1000L, 5000L);
        assertThat(pauses).extracting(slice -> nanos(slice, "dur")).containsExactly(4000L, 4000L);
    }

    /** Steps with an exchange each, an evaluation now and then, as a rank books them. */
    private static void work(Ledger own, SplittableRandom random, int steps) {
        own.enter(Account.COMPUTE);
        own.mark(1);
        own.reset();
        for (int step = 1; step <= steps; step++) {
            for (int i = 0; i < random.nextInt(3); i++) {
                own.enter(Account.SEND);
                own.enter(Account.WAIT, random.nextInt(3));
                pass();
            }
            own.enter(Account.COMPUTE);
            pass();
            own.mark(step + 1);
            if (random.nextInt(4) == 0) {
                own.hold(Account.EVALUATE);
                pass();
                own.release(Account.COMPUTE);
                pass();
            }
        }
        own.enter(Account.OTHER);
    }

    /** Lets the clock go on, so that stretches have a length. */
    private static void pass() {
        long start = System.nanoTime();
        while (System.nanoTime() - start < 500) {
            Thread.onSpinWait();
        }
    }

    private List<Map<?, ?>> written(List<TracePart> parts) throws Exception {
        TraceFile file = new TraceFile();
        parts.forEach(file::add);
        file.write(folder);
        List<Map<?, ?>> events = new ArrayList<>();
        Map<String, Object> trace = Json.parseObject(Files.readString(folder.resolve("trace.json")));
        requireNonNull((List<?>) trace.get("traceEvents")).forEach(event -> events.add((Map<?, ?>) event));
        return events;
    }

    private static List<Map<?, ?>> slices(List<Map<?, ?>> events, long rank, long track, boolean steps) {
        List<Map<?, ?>> slices = new ArrayList<>();
        for (Map<?, ?> event : events) {
            if ("X".equals(event.get("ph"))
                    && requireNonNull(event.get("pid")).equals(rank)
                    && requireNonNull(event.get("tid")).equals(track)
                    && "step".equals(event.get("cat")) == steps) {
                slices.add(event);
            }
        }
        return slices;
    }

    private static long nanos(Map<?, ?> slice, String name) {
        return Math.round(requireNonNull((Number) slice.get(name)).doubleValue() * 1000);
    }

    private static long end(Map<?, ?> slice) {
        return nanos(slice, "ts") + nanos(slice, "dur");
    }

    private static long number(Map<?, ?> step) {
        return requireNonNull(
                (Long) requireNonNull((Map<?, ?>) step.get("args")).get("step"));
    }

    private static String name(Account account) {
        return account.name().toLowerCase(Locale.ROOT);
    }
}
