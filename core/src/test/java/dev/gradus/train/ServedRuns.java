package dev.gradus.train;

import dev.gradus.checkpoint.CheckpointStore;
import dev.gradus.exchange.collective.MeshExchange;
import dev.gradus.exchange.transport.Mesh;
import dev.gradus.job.Job;
import dev.gradus.math.Kernels;
import dev.gradus.metrics.RunObserver;
import dev.gradus.server.PlainServers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Small runs on the plain servers of tests, ranks as threads. */
final class ServedRuns {

    private ServedRuns() {}

    /** The results by rank. */
    static List<RankResult> run(Job job, Kinds kinds, PlainServers servers, RunObserver observer) throws Exception {
        return run(job, kinds, servers, observer, CheckpointStore.none());
    }

    static List<RankResult> run(Job job, Kinds kinds, PlainServers servers, RunObserver observer, CheckpointStore store)
            throws Exception {
        kinds.check(job);
        int ranks = job.integer(JobKeys.RANKS);
        List<Mesh> meshes = Mesh.ofThreads(ranks, job.get(JobKeys.EXCHANGE_TIMEOUT));
        ExecutorService threads = Executors.newFixedThreadPool(ranks);
        try {
            List<Future<RankResult>> running = new ArrayList<>();
            for (int rank = 0; rank < ranks; rank++) {
                Mesh mesh = meshes.get(rank);
                Peers peers = new Peers(MeshExchange.of(mesh, "auto", Kernels.plain()), mesh.ledger())
                        .with(servers.link(rank));
                running.add(threads.submit(() -> runRank(new RankRun(job, kinds, peers, observer, store), meshes)));
            }
            List<RankResult> results = new ArrayList<>();
            for (Future<RankResult> rank : running) {
                results.add(rank.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }

    private static RankResult runRank(RankRun run, List<Mesh> meshes) throws Exception {
        try {
            return run.run();
        } catch (Exception | Error e) {
            meshes.forEach(mesh -> mesh.abort(-1, String.valueOf(e.getMessage())));
            throw e;
        }
    }
}
