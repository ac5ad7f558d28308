package dev.gradus.launch;

import dev.gradus.exchange.rendezvous.Coordinator;
import dev.gradus.exchange.rendezvous.Secret;
import dev.gradus.exchange.rendezvous.Terms;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Launcher;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import dev.gradus.train.RunResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** Ranks are started by hand, on this machine or others, and join through one address. */
public final class JoinLauncher implements Launcher {

    @Override
    public String name() {
        return "join";
    }

    @Override
    public String summary() {
        return "ranks are started by hand, on any machine, and join";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of();
    }

    @Override
    public RunResult run(Job job, Surroundings surroundings) throws RunFailedException {
        Seats seats = Seats.of(job);
        Secret secret = SecretSource.given().orElseGet(Secret::random);
        try (SecretSource.Handover handover = SecretSource.handOver(secret);
                Coordinator coordinator = open(job, seats.all(), secret)) {
            InetSocketAddress address = coordinator.address();
            String place = address.getHostString() + ":" + address.getPort();
            surroundings.observer().log(-1, "waiting for " + seats.describe() + " at " + place + "; start each with:");
            surroundings.observer().log(-1, "  ./gradus worker --join " + place + handover.hint(coordinator.run()));
            Attendance attendance = new Attendance(coordinator, surroundings, seats, RankProcesses.elsewhere());
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

    /** Listens for ranks, and servers of their own, where the job says. */
    public static Coordinator open(Job job, int seats, Secret secret) throws IOException {
        InetSocketAddress address =
                new InetSocketAddress(job.get(JobKeys.LAUNCH_HOST), job.integer(JobKeys.LAUNCH_PORT));
        if (address.isUnresolved()) {
            throw new IOException("host is unknown: launch.host=" + job.get(JobKeys.LAUNCH_HOST));
        }
        return new Coordinator(
                address,
                seats,
                secret,
                new Terms(
                        job.get(JobKeys.EXCHANGE_TIMEOUT),
                        job.get(JobKeys.EXCHANGE_SILENCE),
                        job.get(JobKeys.EXCHANGE_TLS)));
    }
}
