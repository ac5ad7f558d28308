package dev.gradus.launch;

import dev.gradus.exchange.transport.Mesh;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.metrics.Ledger;
import dev.gradus.server.LocalServers;
import dev.gradus.server.ServerExchange;
import dev.gradus.server.ServerLink;
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
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
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
        if (JobKeys.shards(job) == 0) {
            List<Mesh> meshes = Mesh.ofThreads(job.integer(JobKeys.RANKS), job.get(JobKeys.EXCHANGE_TIMEOUT));
            return run(job, meshes.stream().map(mesh -> member(job, mesh)).toList(), surroundings);
        }
        try (LocalServers servers = LocalServers.start(
                JobKeys.shards(job), job.integer(JobKeys.RANKS), job.get(JobKeys.EXCHANGE_TIMEOUT))) {
            List<ThreadMember> members = new ArrayList<>();
            for (int rank = 0; rank < job.integer(JobKeys.RANKS); rank++) {
                members.add(member(servers.link(rank), job));
            }
            return run(job, members, surroundings);
        }
    }

    /** How a rank reaches the others, and how it is told that the run is over and why. */
    private record ThreadMember(Peers peers, Consumer<String> abort) {}

    private static ThreadMember member(Job job, Mesh mesh) {
        return new ThreadMember(Peers.over(mesh, job), reason -> mesh.abort(-1, reason));
    }

    private static ThreadMember member(ServerLink link, Job job) {
        Ledger ledger = new Ledger(job.integer(JobKeys.RANKS));
        link.bookTo(ledger);
        Peers peers = new Peers(new ServerExchange(link), ledger).with(link);
        return new ThreadMember(peers, reason -> link.abort(-1, reason));
    }

    private RunResult run(Job job, List<ThreadMember> members, Surroundings surroundings) throws RunFailedException {
        AtomicInteger started = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(members.size(), task -> {
            Thread thread = new Thread(task, "rank-" + started.getAndIncrement());
            thread.setDaemon(true);
            return thread;
        });
        try {
            Commons commons = new Commons();
            CompletionService<RankResult> running = new ExecutorCompletionService<>(threads);
            for (ThreadMember member : members) {
                running.submit(rank(job, member.peers().sharing(commons), surroundings));
            }
            return collect(running, members);
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

    private Callable<RankResult> rank(Job job, Peers peers, Surroundings surroundings) {
        return () -> {
            try {
                return new RankRun(
                                job, surroundings.kinds(), peers, surroundings.observer(), surroundings.checkpoints())
                        .run();
            } finally {
                peers.exchange().close();
            }
        };
    }

    private static RunResult collect(CompletionService<RankResult> running, List<ThreadMember> members)
            throws RunFailedException {
        List<RankResult> results = new ArrayList<>();
        List<RunFailedException> failures = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            try {
                results.add(running.take().get());
            } catch (ExecutionException e) {
                RunFailedException failure = failed(e.getCause());
                failures.add(failure);
                members.forEach(member -> member.abort().accept(String.valueOf(failure.getMessage())));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                members.forEach(member -> member.abort().accept("interrupted"));
                throw new RunFailedException(RunFailedException.Cause.FAILED, "interrupted", e);
            }
        }
        if (!failures.isEmpty()) {
            throw firstCause(failures);
        }
        // Ranks end in any order, and where servers have the parameters, only rank 0 has pulled them.
        results.sort(Comparator.comparingInt(result -> result.report().rank()));
        return new RunResult(
                results.stream().map(RankResult::report).toList(),
                results.get(0).parameters());
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
}
