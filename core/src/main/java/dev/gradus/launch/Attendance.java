package dev.gradus.launch;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.exchange.rendezvous.Coordinator;
import dev.gradus.exchange.rendezvous.Event;
import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.job.Job;
import dev.gradus.json.Records;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.ResourceReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.TracePart;
import dev.gradus.train.Launcher.Surroundings;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import dev.gradus.train.RunResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A launcher's part in a run whose ranks are other processes: waits until all have joined, passes on what they say, and
 * when one fails finds out which was first and tells the others. Used by one thread.
 */
public final class Attendance {

    private static final Duration TICK = Duration.ofMillis(100);

    /** How long to listen for the real reason after the first sign of trouble. */
    private static final Duration GRACE = Duration.ofMillis(700);

    private final Coordinator coordinator;
    private final RunObserver observer;
    private final Seats seats;
    private final Set<Integer> lost = new HashSet<>();
    private final RankProcesses processes;
    private final CheckpointStore checkpoints;
    private final CheckpointInbox inbox;
    private final List<RankReport> reports = new ArrayList<>();
    private float[] parameters = {};
    private int received;
    private int done;
    private long lastStep;

    public Attendance(Coordinator coordinator, Surroundings surroundings, Seats seats, RankProcesses processes) {
        this.coordinator = coordinator;
        this.observer = surroundings.observer();
        this.seats = seats;
        this.processes = processes;
        this.checkpoints = surroundings.checkpoints();
        this.inbox = new CheckpointInbox(checkpoints, message -> coordinator.send(0, message));
    }

    /** Waits until every rank has joined; if that fails, those that have are told why. */
    public void gather(Duration timeout) throws RunFailedException, InterruptedException {
        try {
            awaitAll(timeout);
        } catch (RunFailedException e) {
            coordinator.abort(-1, e.kind().name(), String.valueOf(e.getMessage()));
            throw e;
        }
    }

    /** Says every few seconds which ranks are missing. */
    private void awaitAll(Duration timeout) throws RunFailedException, InterruptedException {
        long start = System.nanoTime();
        long saidAt = start;
        while (!coordinator.missing().isEmpty()) {
            Event event = coordinator.poll(TICK);
            if (event != null) {
                whileGathering(event);
            }
            List<Integer> missing = coordinator.missing();
            for (int rank : missing) {
                Optional<String> end = processes.ended(rank);
                if (end.isPresent()) {
                    throw new RunFailedException(Cause.PEER_LOST, seats.name(rank) + " did not start: " + end.get());
                }
            }
            long now = System.nanoTime();
            if (!missing.isEmpty() && now - start > timeout.toNanos()) {
                throw new RunFailedException(
                        Cause.PEER_LOST,
                        "ranks did not join: missing=" + seats.names(missing) + ", waited=" + timeout.toMillis() / 1e3
                                + "s; raise exchange.timeout or start them sooner");
            }
            if (!missing.isEmpty() && now - saidAt > 5_000_000_000L) {
                observer.log(-1, "waiting for ranks " + seats.names(missing));
                saidAt = now;
            }
        }
    }

    /**
     * Tells every rank the job, and sends what the run goes on from. A thread of its own sends, since a rank that does
     * not read must not keep this one from hearing of it.
     */
    public void welcome(Job job) throws IOException {
        Checkpoint start = checkpoints.start();
        coordinator.welcome(job.resolved(), start == null ? 0 : start.bytes());
        if (start != null) {
            Thread sender = new Thread(() -> send(start), "checkpoint-sender");
            sender.setDaemon(true);
            sender.start();
        }
    }

    /** Piece by piece to all ranks, so that none waits much longer than another. */
    private void send(Checkpoint start) {
        try {
            CheckpointMessages.send(start, piece -> {
                for (int rank = 0; rank < seats.ranks(); rank++) {
                    coordinator.send(rank, piece);
                }
            });
        } catch (IOException e) {
            return; // a rank is gone, or the run is over: the coordinator hears that too and says which
        }
    }

    /** A rank that leaves before the run has begun can still be replaced, unless its process was ours. */
    private void whileGathering(Event event) throws RunFailedException, InterruptedException {
        if (event instanceof Event.Refused refused) {
            observer.log(-1, "turned somebody away: " + refused.reason());
        } else if (event instanceof Event.Silent silent) {
            processes.end(silent.rank());
            throw new RunFailedException(Cause.PEER_LOST, describe(silent));
        } else if (event instanceof Event.Lost lost) {
            Optional<String> end = awaitEnd(lost.rank());
            if (lost.rank() < 0 || end.isPresent()) {
                throw new RunFailedException(Cause.PEER_LOST, describe(lost, end));
            }
            coordinator.vacate(lost.rank());
            observer.log(-1, seats.name(lost.rank()) + " left before all had joined: " + lost.reason());
        }
    }

    /** Listens until every rank is done. */
    public RunResult attend(Duration patience) throws RunFailedException, InterruptedException {
        try (inbox) {
            RunResult result = listen();
            inbox.finish(patience);
            return result;
        }
    }

    private RunResult listen() throws RunFailedException, InterruptedException {
        while (done < seats.all() - lost.size()) {
            Event event = coordinator.poll(TICK);
            checkInbox();
            if (event != null && isTrouble(event) && !isBearable(event)) {
                throw reason(event);
            }
            if (event instanceof Event.Said said) {
                take(said);
            } else if (event instanceof Event.Refused refused) {
                observer.log(-1, "turned somebody away: " + refused.reason());
            }
        }
        if (received != parameters.length) {
            throw new RunFailedException(
                    Cause.FAILED, "parameters are incomplete: received=" + received + ", of=" + parameters.length);
        }
        reports.sort(Comparator.comparingInt(RankReport::rank));
        return new RunResult(reports, parameters);
    }

    /** Whether the others can go on without the rank that this is about; if so, they are told to. */
    private boolean isBearable(Event event) throws InterruptedException {
        if (lost.contains(event.rank())) {
            return true; // its last words, or their consequences
        }
        if (event instanceof Event.Said || !seats.canDoWithout(event.rank())) {
            return false;
        }
        lost.add(event.rank());
        String reason = event instanceof Event.Silent silent
                ? describe(silent)
                : describe((Event.Lost) event, awaitEnd(event.rank()));
        coordinator.leaveBehind(event.rank());
        processes.end(event.rank());
        observer.lost(event.rank(), reason);
        observer.log(-1, reason + "; the others go on, and what it had not pushed is not learnt");
        return true;
    }

    private void checkInbox() throws RunFailedException, InterruptedException {
        try {
            inbox.check();
        } catch (RunFailedException e) {
            coordinator.abort(-1, e.kind().name(), String.valueOf(e.getMessage()));
            throw e;
        }
    }

    private static boolean isTrouble(Event event) {
        return event instanceof Event.Lost
                || event instanceof Event.Silent
                || (event instanceof Event.Said said && said.message().type() == Message.Type.FAILED);
    }

    private void take(Event.Said said) throws RunFailedException {
        try {
            Message message = said.message();
            switch (message.type()) {
                case NEWS -> news(said.rank(), message.content());
                case READINGS -> lastStep = Math.max(lastStep, Readings.tell(message, said.rank(), observer));
                case CHECKPOINT -> inbox.take(message);
                case PARAMETERS -> received = News.parameters(message, parameters, received);
                case DONE -> done++;
                default -> throw new IOException("message out of place: type=" + message.type());
            }
        } catch (IOException | IllegalArgumentException e) {
            throw new RunFailedException(Cause.FAILED, "rank " + said.rank() + " sent nonsense: " + e.getMessage(), e);
        }
    }

    private void news(int rank, Map<?, ?> content) throws IOException {
        switch (String.valueOf(content.get("kind"))) {
            case News.BEGINS -> begins(content);
            case News.EVALUATED -> observer.evaluated(Records.fromMap(EvaluationReading.class, content));
            case News.HASHED -> observer.hashed(HashReading.of(content));
            case News.SAMPLED -> observer.sampled(Records.fromMap(ResourceReading.class, content));
            case News.TRACED -> traced(rank, TracePart.of(content));
            case News.CHECKPOINT -> announced(rank, content);
            case News.REPORT -> report(content);
            case News.PRINTED -> observer.log(rank, String.valueOf(content.get("line")));
            default -> throw new IOException("news of an unknown kind: kind=" + content.get("kind"));
        }
    }

    private void traced(int rank, TracePart part) throws IOException {
        if (part.rank() != rank) {
            throw new IOException("trace of another rank: of=" + part.rank());
        }
        observer.traced(part);
    }

    private void announced(int rank, Map<?, ?> content) throws IOException {
        if (rank != 0 || !(content.get("bytes") instanceof Long bytes)) {
            throw new IOException("checkpoint announced wrongly: bytes=" + content.get("bytes"));
        }
        inbox.announce(bytes);
    }

    private void begins(Map<?, ?> content) {
        List<?> header = content.get("header") instanceof List<?> lines ? lines : List.of();
        observer.begins(
                header.stream().map(String::valueOf).toList(),
                content.get("totalSteps") instanceof Long steps ? steps : 0,
                content.get("totalSamples") instanceof Long samples ? samples : 0);
    }

    private void report(Map<?, ?> content) {
        RankReport report = Records.fromMap(RankReport.class, content);
        reports.add(report);
        if (report.rank() == 0 && content.get("parameters") instanceof Long count) {
            parameters = new float[Math.toIntExact(count)];
        }
    }

    /** Finds the first cause among the signs of trouble, tells the ranks that are left, and returns it. */
    private RunFailedException reason(Event first) throws InterruptedException {
        List<Event> signs = new ArrayList<>(List.of(first));
        listen(signs, Attendance::clear);
        Event culprit = signs.stream().filter(Attendance::decisive).findFirst().orElse(first);
        if (culprit instanceof Event.Said said) {
            RunFailedException reason = failed(said);
            coordinator.abort(culprit.rank(), reason.kind().name(), String.valueOf(reason.getMessage()));
            return reason;
        }
        String gone = culprit instanceof Event.Silent silent
                ? describe(silent)
                : describe((Event.Lost) culprit, awaitEnd(culprit.rank()));
        if (place(signs).isPresent()) {
            coordinator.abort(
                    culprit.rank(),
                    Cause.PEER_LOST.name(),
                    gone + ", " + place(signs).get());
        } else {
            // Its peers wait for it and do not know yet that it will not come; told so, they say where they were.
            coordinator.abort(culprit.rank(), Cause.PEER_LOST.name(), gone);
            listen(signs, heard -> place(heard).isPresent());
        }
        processes.end(culprit.rank());
        return new RunFailedException(
                Cause.PEER_LOST, gone + ", " + place(signs).orElse("last reported step=" + lastStep));
    }

    /** Gathers signs of trouble until there are enough, for a short time at most. */
    private void listen(List<Event> signs, Predicate<List<Event>> enough) throws InterruptedException {
        long deadline = System.nanoTime() + GRACE.toNanos();
        while (!enough.test(signs) && System.nanoTime() - deadline < 0) {
            Event event = coordinator.poll(Duration.ofMillis(20));
            if (event != null && isTrouble(event)) {
                signs.add(event);
            }
        }
    }

    /**
     * Whether the signs tell all there is to know without asking: a rank that is lost cannot say at which step, but its
     * peers can. Those of a silent one see no end of its connection, so they say nothing by themselves.
     */
    private static boolean clear(List<Event> signs) {
        List<Event> causes = signs.stream().filter(Attendance::decisive).toList();
        return causes.stream().anyMatch(cause -> !(cause instanceof Event.Lost))
                || (!causes.isEmpty() && place(signs).isPresent());
    }

    private static Optional<String> place(List<Event> signs) {
        return signs.stream().flatMap(sign -> place(sign).stream()).findFirst();
    }

    private static Optional<String> place(Event event) {
        try {
            return event instanceof Event.Said said ? Place.in(said.message().text("reason")) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty(); // no reason given
        }
    }

    /** Whether a sign is a cause of its own rather than the consequence of another rank's trouble. */
    private static boolean decisive(Event event) {
        try {
            return !(event instanceof Event.Said said) || said.message().number("peer") < 0;
        } catch (IOException e) {
            return false; // says nothing that could be understood, so it cannot decide anything
        }
    }

    /** How a rank's process ended; its connection ends a moment before the system has done with it. */
    private Optional<String> awaitEnd(int rank) throws InterruptedException {
        Optional<String> end = processes.ended(rank);
        for (int i = 0; i < 10 && rank >= 0 && end.isEmpty(); i++) {
            Thread.sleep(20);
            end = processes.ended(rank);
        }
        return end;
    }

    private String describe(Event.Lost lost, Optional<String> end) {
        return (lost.rank() < 0 ? "" : seats.name(lost.rank()) + " is lost: ") + end.orElse(lost.reason());
    }

    private String describe(Event.Silent silent) {
        return seats.name(silent.rank()) + " is silent: waited="
                + silent.waited().toMillis() / 1e3 + "s";
    }

    private RunFailedException failed(Event.Said said) {
        try {
            Message message = said.message();
            Cause cause = Cause.valueOf(message.text("cause"));
            String prefix = cause == Cause.FAILED ? seats.name(said.rank()) + ": " : "";
            return new RunFailedException(cause, prefix + message.text("reason"), message.text("key"));
        } catch (IOException | IllegalArgumentException e) {
            return new RunFailedException(Cause.FAILED, "rank " + said.rank() + " failed: " + e.getMessage(), e);
        }
    }
}
