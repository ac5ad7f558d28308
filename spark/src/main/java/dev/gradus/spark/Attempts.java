package dev.gradus.spark;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.checkpoint.Place;
import dev.gradus.exchange.rendezvous.Coordinator;
import dev.gradus.exchange.rendezvous.Secret;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.launch.Attendance;
import dev.gradus.launch.JoinLauncher;
import dev.gradus.launch.Seats;
import dev.gradus.launch.SparkLauncher;
import dev.gradus.metrics.RunObserver;
import dev.gradus.metrics.RunSummary.Earlier;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Launcher.Surroundings;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunFailedException.Cause;
import dev.gradus.train.RunResult;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;

/**
 * Starts the ranks of a run, and starts them all again when one was lost, as often as the job allows: from the last
 * checkpoint, or else from the beginning. Spark does not repeat a barrier stage that ends in a result, and does not
 * know about checkpoints, so this is done here. What is wrong with a job or its numbers is not tried twice.
 */
final class Attempts {

    /** Ranks that cannot reach the driver say so themselves, if they are left the time. */
    private static final Duration MORE_THAN_RANKS = Duration.ofSeconds(3);

    private final Job job;
    private final Surroundings surroundings;
    private final Application application;
    private final RunObserver observer;
    private final int most;

    Attempts(Job job, Surroundings surroundings, Application application) {
        this.job = job;
        this.surroundings = surroundings;
        this.application = application;
        this.observer = surroundings.observer();
        this.most = job.integer(SparkLauncher.ATTEMPTS);
    }

    RunResult run() throws RunFailedException {
        // Hashes are a chain from the first step on, which cannot be taken up in the middle.
        boolean goesOn = job.get(JobKeys.METRICS_HASHES) == 0;
        AttemptCheckpoints checkpoints = new AttemptCheckpoints(surroundings.checkpoints(), goesOn);
        CheckpointStore store = checkpoints.next();
        try {
            application.awaitSlots(job, observer);
            for (int attempt = 1; ; attempt++) {
                try {
                    return attempt(attempt, store).after(earlier(store));
                } catch (RunFailedException e) {
                    if (attempt == most || e.kind() != Cause.PEER_LOST || application.ended()) {
                        throw e;
                    }
                    store = checkpoints.next();
                    goBack(attempt, store, e);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException(Cause.FAILED, "interrupted", e);
        }
    }

    private RunResult attempt(int attempt, CheckpointStore store) throws RunFailedException, InterruptedException {
        int ranks = job.integer(JobKeys.RANKS);
        Duration timeout = job.get(JobKeys.EXCHANGE_TIMEOUT);
        Surroundings own = new Surroundings(observer, surroundings.workerCommand(), store, surroundings.kinds());
        Application.Address address = application.address(job);
        String title = "gradus " + ApplicationConf.title(job) + ", attempt " + attempt + " of " + most;
        Secret secret = Secret.random();
        try (Coordinator coordinator =
                        JoinLauncher.open(job.with(JobKeys.LAUNCH_HOST, address.bound()), ranks, secret);
                BarrierStage stage = new BarrierStage(application.context(), work(ranks), title);
                RankTasks tasks = new RankTasks(
                        application, coordinator, observer, stage, task(address.reached(), coordinator, secret))) {
            tasks.awaitStart(job);
            Attendance attendance = new Attendance(coordinator, own, Seats.of(job), tasks);
            attendance.gather(timeout.plus(MORE_THAN_RANKS));
            attendance.welcome(job);
            return attendance.attend(timeout);
        } catch (IOException e) {
            throw new RunFailedException(Cause.FAILED, String.valueOf(e.getMessage()), e);
        }
    }

    /** A partition for each rank: the files that it is to get, or else nothing of use. */
    private JavaRDD<Object> work(int ranks) {
        return CarriedFiles.of(job).map(files -> files.forRanks(ranks)).orElseGet(() -> {
            List<Object> numbers =
                    IntStream.range(0, ranks).<Object>mapToObj(Integer::valueOf).toList();
            return JavaSparkContext.fromSparkContext(application.context()).parallelize(numbers, ranks);
        });
    }

    private RankTask task(String host, Coordinator coordinator, Secret secret) {
        InetSocketAddress address =
                InetSocketAddress.createUnresolved(host, coordinator.address().getPort());
        return new RankTask(
                address,
                coordinator.run(),
                secret,
                job.get(JobKeys.EXCHANGE_TIMEOUT),
                SparkLauncher.listening(job),
                CarriedFiles.of(job).isPresent());
    }

    private void goBack(int attempt, CheckpointStore store, RunFailedException cause)
            throws RunFailedException, InterruptedException {
        long step = earlier(store).steps();
        observer.log(-1, "attempt " + attempt + " of " + most + " failed: " + cause.getMessage());
        try {
            application.awaitSlots(job, observer);
        } catch (JobException e) {
            throw new RunFailedException(
                    Cause.PEER_LOST, cause.getMessage() + "; no other attempt: " + e.getMessage(), cause);
        }
        observer.log(-1, step == 0 ? "starting anew" : "going on after step " + step);
        observer.goesBack(step);
    }

    private static Earlier earlier(CheckpointStore store) {
        Checkpoint start = store.start();
        if (start == null) {
            return Earlier.NONE;
        }
        Place place = start.place();
        return new Earlier(place.step(), place.samples(), place.seconds());
    }
}
