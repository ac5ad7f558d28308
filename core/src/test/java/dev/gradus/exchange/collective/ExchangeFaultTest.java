package dev.gradus.exchange.collective;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.exchange.Fault;
import dev.gradus.exchange.FaultyWire;
import dev.gradus.exchange.FaultyWire.Plan;
import dev.gradus.exchange.RankGroup;
import dev.gradus.exchange.Script;
import dev.gradus.exchange.transport.Link;
import dev.gradus.exchange.transport.Mesh;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Exchanges over connections that harm what passes. Whatever happens on the way, a result that a rank goes on with is
 * right, bit by bit, or the rank is told by an exception that names a peer, soon.
 */
@Timeout(value = 20, threadMode = ThreadMode.SEPARATE_THREAD)
class ExchangeFaultTest {

    /** Far longer than any delay here; only a frame that never comes makes a rank wait for so long. */
    private static final Duration TIMEOUT = Duration.ofMillis(800);

    /** Operations of one case: some before the fault, some after it, by which a missing frame shows at once. */
    private static final int OPERATIONS = 6;

    private final List<FaultyWire> wires = new ArrayList<>();

    /** A rank that gave up, and why. */
    record Complaint(int rank, ExchangeException reason) {

        boolean isOfSilence() {
            return String.valueOf(reason.getMessage()).contains("is silent");
        }
    }

    /** One fault, and the number from which all the rest of the case is drawn. */
    record Case(Fault fault, long seed) {}

    static Stream<Case> cases() {
        return Arrays.stream(Fault.values())
                .filter(fault -> fault != Fault.NONE && fault != Fault.DELAY)
                // A rank notices a connection that stays open and says nothing only by waiting: fewer of those.
                .flatMap(fault ->
                        LongStream.range(0, fault == Fault.STALL ? 3 : 8).mapToObj(seed -> new Case(fault, seed)));
    }

    @AfterEach
    void closeWires() throws IOException {
        for (FaultyWire wire : wires) {
            wire.close();
        }
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("cases")
    void afterOneFaultEveryResultIsRightOrItsRankIsToldWhoIsToBlame(Case some) throws Exception {
        SplittableRandom random = new SplittableRandom(some.seed);
        int ranks = random.nextInt(2, 5);
        int sender = random.nextInt(ranks);
        int receiver = (sender + 1 + random.nextInt(ranks - 1)) % ranks;
        Plan plan = Plan.at(random.nextInt(OPERATIONS), some.fault);
        List<Complaint> complaints = run(random, ranks, (a, b) -> {
            boolean there = a == sender && b == receiver;
            boolean back = b == sender && a == receiver;
            return there || back
                    ? wire(a, b, there ? plan : Plan.always(Fault.NONE), back ? plan : Plan.always(Fault.NONE), random)
                    : RankGroup.tcpPair(a, b);
        });

        if (wires.get(0).struck()) {
            assertThat(complaints).isNotEmpty();
        }
        if (!complaints.isEmpty() && !complaints.get(0).isOfSilence()) {
            Complaint first = complaints.get(0);
            assertThat(List.of(first.rank, first.reason.peer()))
                    .as("the first to complain: %s", first.reason.getMessage())
                    .containsExactlyInAnyOrder(sender, receiver);
        }
    }

    static LongStream seeds() {
        return LongStream.range(0, 20);
    }

    @Tag("long")
    @ParameterizedTest
    @MethodSource("seeds")
    void inAStormOfFaultsEveryResultIsRightOrItsRankIsTold(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Fault[] faults = Fault.values();

        List<Complaint> complaints = run(random, random.nextInt(2, 5), (a, b) -> {
            SplittableRandom dice = random.split();
            Plan storm = frame -> dice.nextInt(8) == 0 ? faults[dice.nextInt(faults.length)] : Fault.NONE;
            return wire(a, b, storm, Plan.always(Fault.DELAY), random);
        });

        if (wires.stream().anyMatch(FaultyWire::struck)) {
            assertThat(complaints).isNotEmpty();
        }
    }

    @Tag("long")
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11})
    void whatComesLateAndInPiecesChangesNothing(long seed) throws Exception {
        SplittableRandom random = new SplittableRandom(seed);
        Plan late = Plan.always(Fault.DELAY);

        List<Complaint> complaints = run(random, random.nextInt(2, 5), (a, b) -> wire(a, b, late, late, random));

        assertThat(complaints).isEmpty();
    }

    private Link[] wire(int a, int b, Plan there, Plan back, SplittableRandom random) throws IOException {
        FaultyWire wire = new FaultyWire(there, back, random.split());
        wires.add(wire);
        return RankGroup.linksOver(a, b, wire.ends());
    }

    /** Runs the same random operations on every rank and returns the complaints in the order in which they came. */
    private static List<Complaint> run(SplittableRandom random, int ranks, RankGroup.Pairing pairing) throws Exception {
        Script script = new Script(random, ranks, OPERATIONS);
        Queue<Complaint> complaints = new ConcurrentLinkedQueue<>();
        try (RankGroup group = RankGroup.linked(ranks, TIMEOUT, pairing)) {
            group.run(mesh -> {
                operate(mesh, script, complaints);
                return mesh.rank();
            });
        }
        for (Complaint complaint : complaints) {
            assertThat(complaint.reason.peer()).isBetween(0, ranks - 1).isNotEqualTo(complaint.rank);
            assertThat(complaint.reason).hasMessageContaining("rank " + complaint.reason.peer() + " ");
        }
        return List.copyOf(complaints);
    }

    /** What a rank does; like a real one, it closes its links when it is done and when it cannot go on. */
    private static void operate(Mesh mesh, Script script, Queue<Complaint> complaints) {
        Exchange exchange = new MeshExchange(mesh);
        try {
            script.run(exchange);
        } catch (ExchangeException e) {
            complaints.add(new Complaint(mesh.rank(), e)); // before the peers can hear of it
        } finally {
            exchange.close();
        }
    }
}
