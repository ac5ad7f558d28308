package dev.gradus.launch;

import dev.gradus.exchange.rendezvous.Coordinator;
import dev.gradus.exchange.rendezvous.Secret;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Launcher;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import dev.gradus.train.RunResult;
import java.io.IOException;
import java.util.List;

/** Ranks are processes on this machine: started here, listened to, and ended by handle whatever happens. */
public final class ProcessLauncher implements Launcher {

    @Override
    public String name() {
        return "processes";
    }

    @Override
    public String summary() {
        return "ranks are processes on this machine";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of(JobKeys.LAUNCH_THREADS);
    }

    @Override
    public boolean startsProcesses() {
        return true;
    }

    @Override
    public RunResult run(Job job, Surroundings surroundings) throws RunFailedException {
        Seats seats = Seats.of(job);
        Secret secret = Secret.random();
        try (Coordinator coordinator = JoinLauncher.open(job, seats.all(), secret);
                Children children = new Children(surroundings.observer(), job.integer(JobKeys.LAUNCH_THREADS))) {
            for (int seat = 0; seat < seats.all(); seat++) {
                List<String> command = Children.command(job, surroundings, coordinator.address(), seat);
                command.addAll(List.of("--run", coordinator.run()));
                children.start(seat, command, secret);
            }
            Attendance attendance = new Attendance(coordinator, surroundings, seats, children);
            attendance.gather(job.get(JobKeys.EXCHANGE_TIMEOUT));
            attendance.welcome(job);
            return attendance.attend(job.get(JobKeys.EXCHANGE_TIMEOUT));
        } catch (IOException e) {
            throw new RunFailedException(Cause.FAILED, String.valueOf(e.getMessage()), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException(Cause.FAILED, "interrupted", e);
        }
    }
}
