package dev.gradus.train;

import dev.gradus.exchange.Algorithm;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import java.time.Duration;
import java.util.List;

/** The keys of every job, whatever it trains, on what and where. */
public final class JobKeys {

    /** Far above any real use, and low enough that the values fit an {@code int}. */
    private static final long MOST = 1_000_000_000;

    /** Shards run in the processes of ranks. */
    public static final String BESIDE = "beside";

    /** Shards run in processes of their own. */
    public static final String OWN = "own";

    public static final Key<String> NAME = Key.text("name", "", "name of the run; empty = the name of the job file");

    public static final Key<Long> SEED =
            Key.whole("seed", 1, 0, "start of every random choice: the same seed gives the same run");

    public static final Key<Long> RANKS = Key.whole("ranks", 1, 1, 1024, "replicas that share the work");

    public static final Key<Long> SERVERS = Key.whole(
            "servers",
            0,
            0,
            1024,
            "shards that hold the parameters (strategy server only); 0 = as many as the strategy needs, which is 1");

    public static final Key<Long> EPOCHS = Key.whole("epochs", 1, 1, MOST, "passes over the training rows");

    public static final Key<Long> STEPS =
            Key.whole("steps", 0, 0, "steps after which training ends even within an epoch; 0 = no limit");

    public static final Key<Long> BATCH_SIZE =
            Key.whole("batchSize", 1024, 1, 1 << 24, "rows of one step, over all ranks together");

    public static final Key<Long> VIRTUAL_SHARDS = Key.whole(
            "virtualShards",
            16,
            1,
            4096,
            "parts into which every global batch is cut; fixed for a job, so that the result does not depend on ranks");

    public static final Key<Boolean> DETERMINISTIC = Key.flag(
            "deterministic",
            true,
            "add gradients in one fixed order, so that the result is the same bit by bit for any number of ranks; false ="
                    + " in whatever order is fastest");

    public static final Key<String> KERNELS = Key.choice(
            "kernels",
            "auto",
            List.of("auto", "simd", "plain"),
            "loops to compute with: vector instructions, plain Java, or the fastest that this machine has");

    public static final Key<String> MODEL_KIND = Key.text("model.kind", "logistic", "what is trained");

    public static final Key<String> DATA_KIND = Key.text("data.kind", "linear", "where the rows come from");

    public static final Key<String> STRATEGY_KIND =
            Key.text("strategy.kind", "allreduce", "how ranks combine their gradients");

    public static final Key<String> LAUNCH_KIND =
            Key.text("launch.kind", "processes", "how the ranks of a run are started");

    public static final Key<Duration> LAUNCH_WARM_UP = Key.duration(
            "launch.warmUp",
            Duration.ofMillis(500),
            "time each rank runs steps on scratch copies before the clock starts, so that JIT compilation is booked as"
                    + " start-up");

    public static final Key<String> LAUNCH_HOST = Key.text(
            "launch.host", "127.0.0.1", "address that the launcher listens on; loopback unless you say otherwise");

    public static final Key<Long> LAUNCH_PORT =
            Key.whole("launch.port", 0, 0, 65535, "port that the launcher listens on; 0 = any free one");

    public static final Key<String> LAUNCH_PORTS = Key.text(
            "launch.ports",
            "",
            "ports that ranks listen on for each other, like 40000-40100; empty = any that is free");

    public static final Key<String> LAUNCH_INTERFACE = Key.text(
            "launch.interface",
            "",
            "network interface that ranks listen on for each other, like eth1; empty = the one that leads to the"
                    + " launcher");

    public static final Key<String> LAUNCH_HEAP = Key.text(
            "launch.heap", "", "heap of each rank's process, like 2g; empty = a share of the machine's memory");

    public static final Key<String> LAUNCH_SERVERS = Key.choice(
            "launch.servers",
            BESIDE,
            List.of(BESIDE, OWN),
            "where the shards of strategy server run: beside = shard i in the process of rank i, and on from rank 0 where"
                    + " there are more; own = in processes of their own, so that a rank that is lost takes no shard along");

    public static final Key<Long> LAUNCH_THREADS = Key.whole(
            "launch.threads",
            1,
            1,
            1024,
            "threads that each rank's process computes the layers of a network with; ranks times threads cannot exceed"
                    + " the cores of the machine");

    public static final Key<Duration> EXCHANGE_TIMEOUT = Key.duration(
            "exchange.timeout",
            Duration.ofSeconds(30),
            "longest wait for ranks to join, and for a peer that lives to move on in one exchange");

    public static final Key<Duration> EXCHANGE_SILENCE = Key.duration(
            "exchange.silence",
            Duration.ofSeconds(3),
            "longest time without a sign of life from a rank or from the launcher, five of which come every second");

    public static final Key<String> EXCHANGE_LINK = Key.choice(
            "exchange.link",
            "auto",
            List.of("auto", "shared", "unix", "tcp"),
            "what numbers go over between processes: shared memory, Unix domain sockets, TCP; auto = the first of these"
                    + " that is possible, for each pair of ranks");

    public static final Key<Boolean> EXCHANGE_TLS = Key.flag(
            "exchange.tls",
            false,
            "whether what leaves a machine is encrypted by TLS 1.3; needs no certificates, the run's secret is enough");

    public static final Key<String> EXCHANGE_ALGORITHM = Key.choice(
            "exchange.algorithm",
            Algorithm.AUTO.text(),
            Algorithm.names(),
            "how sums are formed: auto = in shared memory on one machine, else by length and ranks; the others go over the"
                    + " links; ring needs deterministic: false");

    public static final Key<Long> EXCHANGE_BUCKET_BYTES = Key.whole(
            "exchange.bucketBytes",
            25 << 20,
            1024,
            1 << 30,
            "most bytes of a gradient that are exchanged as one unit, while those before are still computed");

    public static final Key<String> EXCHANGE_OVERLAP = Key.choice(
            "exchange.overlap",
            Overlap.AUTO,
            List.of(Overlap.AUTO, Overlap.TRUE, Overlap.FALSE),
            "exchange finished buckets while the backward pass goes on; false = all of them after it; auto = unless"
                    + " ranks that share memory take all cores of their machine");

    public static final Key<Long> METRICS_EVERY = Key.whole(
            "metrics.every",
            0,
            0,
            MOST,
            "steps between lines of metrics.jsonl; 0 = chosen so that a run has about 200 lines");

    public static final Key<Boolean> METRICS_TRACE = Key.flag(
            "metrics.trace",
            true,
            "record what every rank did when, for trace.json, what processes use, and how fast memory is; false ="
                    + " figures of the whole run only");

    public static final Key<Long> METRICS_HASHES = Key.whole(
            "metrics.hashes",
            0,
            0,
            MOST,
            "steps between lines of hashes.jsonl, by which verify compares runs; ranks whose parameters differ are found"
                    + " as often; 0 = no hashes");

    public static final Key<Long> EVALUATE_EVERY = Key.whole(
            "evaluate.every", 1, 0, MOST, "epochs between evaluations on the held-out rows; 0 = only at the end");

    public static final Key<Long> EVALUATE_STEPS =
            Key.whole("evaluate.steps", 0, 0, MOST, "steps between evaluations within epochs; 0 = steps do not decide");

    public static final Key<String> EVALUATE_TARGET = Key.text(
            "evaluate.target",
            "",
            "what ends training as soon as an evaluation reaches it: loss=0.3, accuracy=0.95 or auc=0.8; empty ="
                    + " nothing does");

    public static final Key<Long> CHECKPOINT_EVERY =
            Key.whole("checkpoint.every", 0, 0, MOST, "steps between checkpoints; 0 = steps do not decide");

    public static final Key<Duration> CHECKPOINT_SECONDS = Key.duration(
            "checkpoint.seconds",
            Duration.ofMinutes(1),
            "time between checkpoints, so the most work that a crash can cost; 0s = time does not decide");

    public static final Key<Long> CHECKPOINT_KEEP =
            Key.whole("checkpoint.keep", 2, 1, 1_000_000, "checkpoints that a run folder keeps, the newest ones");

    private JobKeys() {}

    /** How many shards a job has: none unless its parameters lie on servers. */
    public static int shards(Job job) {
        boolean served = job.get(STRATEGY_KIND).equals(Kinds.SERVER);
        return served ? Math.max(1, job.integer(SERVERS)) : 0;
    }

    /** How many shards of a job are processes of their own where ranks are processes. */
    public static int ownShards(Job job) {
        return job.get(LAUNCH_SERVERS).equals(OWN) ? shards(job) : 0;
    }

    /** All of them, in the order in which they are documented. */
    public static List<Key<?>> all() {
        return List.of(
                NAME,
                SEED,
                RANKS,
                EPOCHS,
                STEPS,
                BATCH_SIZE,
                VIRTUAL_SHARDS,
                DETERMINISTIC,
                KERNELS,
                MODEL_KIND,
                DATA_KIND,
                STRATEGY_KIND,
                LAUNCH_KIND,
                LAUNCH_WARM_UP,
                LAUNCH_HOST,
                LAUNCH_PORT,
                LAUNCH_HEAP,
                EXCHANGE_TIMEOUT,
                EXCHANGE_SILENCE,
                EXCHANGE_LINK,
                EXCHANGE_TLS,
                EXCHANGE_ALGORITHM,
                EXCHANGE_BUCKET_BYTES,
                EXCHANGE_OVERLAP,
                METRICS_EVERY,
                METRICS_TRACE,
                METRICS_HASHES,
                EVALUATE_EVERY,
                EVALUATE_STEPS,
                EVALUATE_TARGET,
                CHECKPOINT_EVERY,
                CHECKPOINT_SECONDS,
                CHECKPOINT_KEEP,
                ThrottleKeys.RANKS,
                ThrottleKeys.SLOWDOWN,
                ThrottleKeys.OTHERS,
                ThrottleKeys.MEGABITS);
    }
}
