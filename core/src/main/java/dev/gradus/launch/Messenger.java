package dev.gradus.launch;

import dev.gradus.exchange.rendezvous.Member;
import dev.gradus.exchange.rendezvous.Message;
import dev.gradus.metrics.EvaluationReading;
import dev.gradus.metrics.HashReading;
import dev.gradus.metrics.RankReading;
import dev.gradus.metrics.ResourceReading;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.StepReading;
import dev.gradus.metrics.TracePart;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Tells the launcher of a rank in another process what the rank tells its observer, in the same order. */
final class Messenger implements RunObserver {

    private final Member member;
    private final Readings readings = new Readings();

    Messenger(Member member) {
        this.member = member;
    }

    @Override
    public void begins(List<String> header, long totalSteps, long totalSamples) {
        say(News.begins(header, totalSteps, totalSamples));
    }

    @Override
    public synchronized void step(StepReading reading) {
        makeRoom();
        readings.step(reading);
    }

    @Override
    public synchronized void now(StepReading reading) {
        makeRoom();
        readings.now(reading);
    }

    @Override
    public synchronized void ranked(RankReading reading) {
        makeRoom();
        readings.ranked(reading);
    }

    private void makeRoom() {
        if (readings.isFull()) {
            passOn();
        }
    }

    @Override
    public synchronized void passOn() {
        if (!readings.isEmpty()) {
            send(readings.take());
        }
    }

    @Override
    public void evaluated(EvaluationReading reading) {
        say(News.evaluated(reading));
    }

    @Override
    public void hashed(HashReading reading) {
        say(News.hashed(reading));
    }

    @Override
    public void sampled(ResourceReading reading) {
        say(News.sampled(reading));
    }

    @Override
    public void traced(TracePart part) {
        say(News.traced(part));
    }

    @Override
    public void log(int rank, String line) {
        System.err.println(line); // passed on by the launcher or to it
    }

    private synchronized void say(Message message) {
        passOn();
        send(message);
    }

    private void send(Message message) {
        try {
            member.say(message);
        } catch (IOException e) {
            throw new UncheckedIOException("the launcher is gone: " + e.getMessage(), e);
        }
    }
}
