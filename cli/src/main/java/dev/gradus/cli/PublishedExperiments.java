package dev.gradus.cli;

import dev.gradus.cli.Experiment.Variant;
import java.util.List;

/** The experiments that {@code reproduce} runs; one more is one more entry of {@link #all}. */
final class PublishedExperiments {

    private static final String MACHINE =
            "what machines and network they had is not known to us; our ranks are threads or"
                    + " processes of the machine above";

    private PublishedExperiments() {}

    /** So many workers on two servers, by the given consistency. */
    private static Variant served(int workers, String consistency, String launch) {
        String name = "servers, " + consistency + ", " + workers + (workers == 1 ? " worker" : " workers");
        return Variant.of(
                name,
                "ranks=" + workers,
                "launch=" + launch,
                "strategy=server",
                "servers=2",
                "strategy.consistency=" + consistency);
    }

    static List<Experiment> all() {
        return List.of(logistic(), cnn(), mlp(), cbow(), skipgram(), criteo());
    }

    private static Experiment logistic() {
        return new Experiment(
                "Logistic regression, 1,000,000 rows of 20 features",
                "Generated rows that a plane separates, 8 epochs, global batch 8,192, rate 0.1 with linear scaling and one"
                        + " epoch of warm-up; 1, 2 and 4 workers. Ours averages gradients in every step.",
                Experiment.table(
                        List.of("workers", "speedup"), List.of(List.of("1", "1.00"), List.of("2 and 4", "0.08-0.13"))),
                "logistic.yaml",
                List.of(
                        Variant.of("1 process", "ranks=1"),
                        Variant.of("2 processes", "ranks=2"),
                        Variant.of("4 processes", "ranks=4"),
                        Variant.of("1 thread", "ranks=1", "launch=threads"),
                        Variant.of("2 threads", "ranks=2", "launch=threads"),
                        Variant.of("1 process, 200 epochs", "ranks=1", "epochs=200", "evaluate.every=0"),
                        Variant.of("2 processes, 200 epochs", "ranks=2", "epochs=200", "evaluate.every=0"),
                        Variant.of(
                                "2 threads, 200 epochs",
                                "ranks=2",
                                "launch=threads",
                                "epochs=200",
                                "evaluate.every=0")),
                List.of(),
                List.of(),
                MACHINE
                        + ". A step takes 0.1 ms here, so that a delay of a few microseconds in a sum already shows; and"
                        + " 8 epochs take 0.1 s, in which compilers still run, so the last rows have the same for 200 epochs.");
    }

    private static Experiment cnn() {
        return new Experiment(
                "Convolutional network, blocking all-reduce",
                "Two convolutions and two dense layers, batch 128, momentum 0.9, rate 0.01, 2 epochs of CIFAR-10; gradients"
                        + " were exchanged tensor by tensor after the backward pass. Ours has the same network on generated"
                        + " images of that size; with overlap, buckets travel during the backward pass.",
                Experiment.table(List.of("workers", "speedup"), List.of(List.of("1", "1.00"), List.of("2", "1.14"))),
                "cnn.yaml",
                List.of(
                        Variant.of("1 process", "ranks=1"),
                        Variant.of("2 processes", "ranks=2"),
                        Variant.of("2 processes, overlap", "ranks=2", "exchange.overlap=true")),
                List.of("data.rows=10000", "epochs=1"),
                List.of(),
                MACHINE + "; images are generated, so accuracies cannot be compared: docs/networks.md has those on"
                        + " CIFAR-10.");
    }

    private static Experiment mlp() {
        return new Experiment(
                "Two dense layers, asynchronous",
                "40,000 points of four classes, two dense layers, 1 to 32 asynchronous nodes. Ours has such a set on two"
                        + " servers with 1 to 8 asynchronous workers, and by every other strategy.",
                Experiment.table(
                        List.of("nodes", "speedup", "accuracy"),
                        List.of(List.of("1", "1.00", "0.757"), List.of("up to 32", "1.62 at best", "down to 0.523"))),
                "mlp.yaml",
                List.of(
                        served(1, "async", "threads"),
                        served(2, "async", "threads"),
                        served(4, "async", "threads"),
                        served(8, "async", "threads"),
                        Variant.of("allreduce, 1 thread", "ranks=1", "launch=threads"),
                        Variant.of("allreduce, 2 threads", "ranks=2", "launch=threads"),
                        Variant.of("allreduce, 8 threads", "ranks=8", "launch=threads"),
                        Variant.of("local, 2 threads", "ranks=2", "launch=threads", "strategy=local"),
                        Variant.of("hogwild, 2 threads", "ranks=2", "launch=threads", "strategy=hogwild"),
                        Variant.of("hogwild, 8 threads", "ranks=8", "launch=threads", "strategy=hogwild")),
                List.of("epochs=4"),
                List.of(),
                MACHINE
                        + ". More ranks than cores are here for their accuracy, not for their speed. Runs take fractions of"
                        + " a second, so a range of speedups says more than its middle.");
    }

    private static Experiment cbow() {
        return new Experiment(
                "CBOW over 2,000 words with a full softmax, asynchronous",
                "Vocabulary 2,000, dimension 50, window 2, batches of 64 predictions, rate 0.05; 1, 2 and 4 workers sent the"
                        + " whole model to a parameter server and back. Ours send the rows that a block touches to two servers and back,"
                        + " share tables, or average them.",
                Experiment.table(
                        List.of("workers", "updates/s", "speedup in time", "accuracy"),
                        List.of(
                                List.of("1", "109", "1.00", "5-30 % in all runs"),
                                List.of("4", "170", "0.39", "5-30 % in all runs"))),
                "cbow.yaml",
                List.of(
                        served(1, "async", "processes"),
                        served(2, "async", "processes"),
                        served(4, "async", "processes"),
                        Variant.of("hogwild, 1 thread", "ranks=1"),
                        Variant.of("hogwild, 2 threads", "ranks=2"),
                        Variant.of("hogwild, 4 threads", "ranks=4"),
                        Variant.of(
                                "local, 2 processes",
                                "ranks=2",
                                "strategy=local",
                                "launch=processes",
                                "strategy.every=4")),
                List.of("epochs=1"),
                List.of(),
                "theirs was one Python process with queues between workers and server; our ranks are threads or processes"
                        + " of the machine above. The text is generated, so accuracies of single words cannot be compared.");
    }

    private static Experiment skipgram() {
        return new Experiment(
                "Skip-gram: the nearest words",
                "Skip-gram with negative sampling on text8; what was shown were lists of nearest words. Ours is trained on"
                        + " generated sentences with planted relations, so that right neighbours are known: countries with"
                        + " their capitals and currencies.",
                Experiment.table(
                        List.of("word", "published as nearest"), List.of(List.of("six", "zero, carmine, on, radii"))),
                "skipgram.yaml",
                List.of(Variant.of("hogwild, 1 thread", "ranks=1"), Variant.of("hogwild, 2 threads", "ranks=2")),
                List.of(),
                List.of("france", "tokyo", "krona"),
                MACHINE
                        + "; another text. On real text: docs/word2vec.md. Threads that share tables send each other cache"
                        + " lines, and how fast cores do that changes with the hour on a virtual machine"
                        + " (docs/measuring.md).");
    }

    private static Experiment criteo() {
        return new Experiment(
                "Clicks: 33,762,578 features, 39 of them in a row",
                "200,000 rows of Criteo's; every step sent the dense model of 257 MB to the workers and gradients of that"
                        + " size back; in step it was bound by the network, asynchronously by the processors. Ours sends what a step touches, on generated rows of that shape.",
                Experiment.table(
                        List.of("machines", "rows a step", "seconds a step", "200,000 rows", "bytes a step and worker"),
                        List.of(List.of("5", "20", "7.1", "about 100 minutes", "257 MB each way"))),
                "criteo.yaml",
                List.of(
                        Variant.of("allreduce, 1 process", "ranks=1"),
                        Variant.of("allreduce, 2 processes", "ranks=2"),
                        served(1, "sync", "processes"),
                        served(2, "sync", "processes"),
                        served(1, "async", "processes"),
                        served(2, "async", "processes"),
                        Variant.of("hogwild, 1 thread", "ranks=1", "strategy=hogwild", "launch=threads"),
                        Variant.of("hogwild, 2 threads", "ranks=2", "strategy=hogwild", "launch=threads")),
                List.of("evaluate.steps=0"),
                List.of(),
                "5 machines and a network against one machine. Rows are generated, so losses cannot be compared with theirs, but with that of the model"
                        + " behind the labels (docs/generated-clicks.md).");
    }
}
