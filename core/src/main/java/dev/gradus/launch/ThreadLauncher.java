package dev.gradus.launch;

import dev.gradus.exchange.Exchange;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.exchange.transport.Link;
import dev.gradus.exchange.transport.MemoryLink;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.metrics.Ledger;
import dev.gradus.train.Commons;
import dev.gradus.train.JobKeys;
import dev.gradus.train.Launcher;
import dev.gradus.train.Peers;
import dev.gradus.train.RankResult;
import dev.gradus.train.RankRun;
import dev.gradus.train.RunFailedException;
import dev.gradus.train.RunResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Ranks are threads of this process and talk through its memory. */
public final class ThreadLauncher implements Launcher {

    private static final Duration FAREWELL = Duration.ofSeconds(3);

    @Override
    public String name() {
        return "threads";
    }

    @Override
    public String summary() {
        return "ranks are threads of one process";
    }

    @Override
    public List<Key<?>> keys() {
        return List.of();
    }

    @Override
    public boolean usesLinks() {
        return false;
    }

    @Override
    public RunResult run(Job job, Surroundings surroundings) throws RunFailedException {
        int ranks = job.integer(JobKeys.RANKS);
        List<Mesh> meshes = meshes(ranks, job);
        AtomicInteger started = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(ranks, task -> {
            Thread thread = new Thread(task, "rank-" + started.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        });
        try {
            Commons commons = new Commons();
            CompletionService<RankResult> running = new ExecutorCompletionService<>(threads);
            for (Mesh mesh : meshes) {
                running.submit(rank(job, mesh, surroundings, commons));
            }
            return collect(running, meshes);
        } finally {
            threads.shutdownNow();
            await(threads);
        }
    }

    /** Ranks end at their next wait once they are told to; one that computes for longer is left to the JVM's end. */
    private static void await(ExecutorService threads) {
        boolean interrupted = Thread.interrupted();
        try {
            threads.awaitTermination(FAREWELL.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private Callable<RankResult> rank(Job job, Mesh mesh, Surroundings surroundings, Commons commons) {
        return () -> {
            try (Exchange exchange = MeshExchange.of(mesh, job.get(JobKeys.EXCHANGE_ALGORITHM))) {
                Peers peers = new Peers(exchange, mesh.ledger(), commons);
                return new RankRun(
                                job, surroundings.kinds(), peers, surroundings.observer(), surroundings.checkpoints())
                        .run();
            }
        };
    }

    private static RunResult collect(CompletionService<RankResult> running, List<Mesh> meshes)
            throws RunFailedException {
        List<RankResult> results = new ArrayList<>();
        List<RunFailedException> failures = new ArrayList<>();
        for (int i = 0; i < meshes.size(); i++) {
            try {
                results.add(running.take().get());
            } catch (ExecutionException e) {
                RunFailedException failure = failed(e.getCause());
                failures.add(failure);
                meshes.forEach(mesh -> mesh.abort(-1, String.valueOf(failure.getMessage())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                meshes.forEach(mesh -> mesh.abort(-1, "interrupted"));
                throw new RunFailedException(RunFailedException.Cause.FAILED, "interrupted", e);
            }
        }
        if (!failures.isEmpty()) {
            throw firstCause(failures);
        }
        float[] parameters = results.get(0).parameters();
        return new RunResult(results.stream().map(RankResult::report).toList(), parameters);
    }

    /**
     * A failure of a rank's own, if there is one: ranks that lost a peer failed because of it, and may say so sooner.
     */
    private static RunFailedException firstCause(List<RunFailedException> failures) {
        return failures.stream()
                .filter(failure -> failure.kind() != RunFailedException.Cause.PEER_LOST)
                .findFirst()
                .orElse(failures.get(0));
    }

    private static RunFailedException failed(@Nullable Throwable thrown) {
        if (thrown == null) {
            throw new IllegalStateException("a rank failed without a reason");
        }
        return RunFailedException.of(thrown);
    }

    private static List<Mesh> meshes(int ranks, Job job) {
        @Nullable Link[][] links = new @Nullable Link[ranks][ranks];
        for (int a = 0; a < ranks; a++) {
            for (int b = a + 1; b < ranks; b++) {
                MemoryLink[] ends = MemoryLink.pair(a, b);
                links[a][b] = ends[0];
                links[b][a] = ends[1];
            }
        }
        List<Mesh> meshes = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            Ledger ledger = new Ledger(ranks);
            meshes.add(new Mesh(rank, Arrays.asList(links[rank]), ledger, job.get(JobKeys.EXCHANGE_TIMEOUT)));
        }
        return meshes;
    }
}
