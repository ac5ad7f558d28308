package dev.gradus.train;

import dev.gradus.exchange.Exchange;
import dev.gradus.json.Records;
import dev.gradus.math.ParametersHash;
import dev.gradus.metrics.Account;
import dev.gradus.metrics.ExchangeTimes;
import dev.gradus.metrics.Ledger;
import dev.gradus.metrics.ProcessMeter;
import dev.gradus.metrics.RankReport;
import dev.gradus.metrics.Traffic;
import dev.gradus.model.Evaluation;
import dev.gradus.server.ServerLink;
import dev.gradus.server.ServerStatistics;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures one rank: training alone, with the start-up before it and the evaluations between kept apart. */
final class RankMeter {

    private final Exchange exchange;
    private final @Nullable ServerLink link;
    private final Ledger ledger;

    /** What the thread books that exchanges while the rank computes, if there is one. */
    private final Ledger beside;

    private final long madeAt = System.nanoTime();
    private double earlierSeconds;
    private long startedAt;
    private long pausedAt;
    private boolean running = true;
    private long pausedNanos;
    private long stoppedAt;
    private double memoryBytesPerSecond;
    private Traffic traffic = Traffic.NONE;
    private Traffic trafficBefore = Traffic.NONE;
    private long syncs;
    private List<?> servers = List.of();
    private long syncsBefore;
    private ProcessMeter.Reading process = ProcessMeter.Reading.NONE;
    private ProcessMeter.Reading processBefore = ProcessMeter.Reading.NONE;

    RankMeter(Peers peers) {
        this.link = peers.servers();
        this.exchange = peers.exchange();
        this.ledger = peers.ledger();
        this.beside = peers.beside();
    }

    int rank() {
        return exchange.rank();
    }

    int ranks() {
        return exchange.ranks();
    }

    /** Seconds of training before the checkpoint that this rank goes on from. */
    void earlierSeconds(double seconds) {
        earlierSeconds = seconds;
    }

    void memoryBytesPerSecond(double measured) {
        memoryBytesPerSecond = measured;
    }

    /**
     * Reads what takes long to read, so that starting or resuming takes no time. Ranks should meet at a barrier between
     * this and that, or one waits for the other's reading.
     */
    void prepare() {
        processBefore = ProcessMeter.read();
    }

    /** Starts the clock of training, when so many steps are done. */
    void start(long steps) {
        countFromHere();
        ledger.enter(Account.COMPUTE);
        ledger.mark(steps + 1);
        ledger.reset();
        beside.reset();
        startedAt = System.nanoTime();
    }

    /** So many steps are done: what is booked from here on belongs to the next. */
    void stepped(long steps) {
        ledger.mark(steps + 1);
    }

    /** Stops the clock and the counters of training for a while. */
    void pause() {
        ledger.hold(Account.EVALUATE);
        pausedAt = System.nanoTime();
        running = false;
        close();
    }

    void resume() {
        countFromHere();
        running = true;
        pausedNanos += System.nanoTime() - pausedAt;
        ledger.release(Account.COMPUTE);
    }

    void stop() {
        ledger.hold(Account.OTHER); // fetching the result from servers is no training
        stoppedAt = System.nanoTime();
        close();
        ledger.bookPauses(process.pauseNanos());
    }

    /** What the counters of the exchange show now is not part of training. */
    private void countFromHere() {
        trafficBefore = traffic();
        syncsBefore = exchange.syncs();
    }

    /** What this rank and its peers have sent, and what went to servers and came from them. */
    private Traffic traffic() {
        if (link == null) {
            return exchange.traffic();
        }
        Traffic served = link.traffic();
        long bytes = served.bytesSent() + served.bytesReceived();
        return exchange.traffic().plus(new Traffic(bytes, 0, served.messages(), served.networkBytes()));
    }

    /** Closes a stretch of training and adds it to those before. */
    private void close() {
        process = process.plus(ProcessMeter.read().minus(processBefore));
        traffic = traffic.plus(traffic().minus(trafficBefore));
        syncs += exchange.syncs() - syncsBefore;
    }

    /** What servers did, to be reported. */
    void servers(List<ServerStatistics> statistics) {
        servers = statistics.stream().map(Records::toMap).toList();
    }

    /** Seconds of training so far, those before a checkpoint included; reports count only what was measured here. */
    double seconds() {
        return earlierSeconds + ((running ? System.nanoTime() : pausedAt) - startedAt - pausedNanos) / 1e9;
    }

    RankReport report(Setup setup, Progress progress, Evaluation last, float[] parameters) {
        double seconds = (stoppedAt - startedAt - pausedNanos) / 1e9;
        double compute = booked(Account.COMPUTE);
        ExchangeTimes times = ExchangeTimes.of(ledger, beside);
        long mine = progress.ownSamples();
        return new RankReport(
                exchange.rank(),
                ProcessMeter.processName(),
                setup.width(),
                setup.classes(),
                setup.image(),
                setup.data(),
                progress.steps(),
                setup.extent().epochs(progress.steps()),
                mine,
                progress.updates(),
                seconds,
                (startedAt - madeAt) / 1e9,
                compute,
                times.exposedSeconds(),
                times.hiddenSeconds(),
                times.waitSeconds(),
                booked(Account.DISK),
                booked(Account.GC),
                booked(Account.THROTTLE),
                booked(Account.EVALUATE),
                times.waits(),
                traffic.bytesSent(),
                traffic.messages(),
                traffic.networkBytes(),
                syncs,
                process.cpuNanos() / 1e9,
                ProcessMeter.peakMemoryBytes(),
                process.diskBytes(),
                compute > 0 ? mine * setup.sampleBytes() / compute : 0,
                memoryBytesPerSecond,
                progress.loss(),
                progress.accuracy(),
                last.loss(),
                last.accuracy(),
                last.auc(),
                last.precision(),
                last.recall(),
                setup.kernels().name(),
                ParametersHash.of(parameters, 0, parameters.length),
                servers,
                link == null ? 0 : denseBytesPerStep(setup));
    }

    /** Every worker pulls and pushes all parameters in each of its steps. */
    private double denseBytesPerStep(Setup setup) {
        int workers = ServerKeys.inStep(setup.job()) ? exchange.ranks() : 1;
        return 2.0 * Float.BYTES * setup.layout().size() * workers;
    }

    private double booked(Account account) {
        return ledger.nanos(account) / 1e9;
    }
}
