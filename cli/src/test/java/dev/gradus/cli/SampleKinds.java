package dev.gradus.cli;

import dev.gradus.data.DataSet;
import dev.gradus.data.RowKind;
import dev.gradus.data.Shape;
import dev.gradus.job.Job;
import dev.gradus.job.Key;
import dev.gradus.launch.JoinLauncher;
import dev.gradus.launch.ProcessLauncher;
import dev.gradus.launch.ThreadLauncher;
import dev.gradus.math.Kernels;
import dev.gradus.model.Model;
import dev.gradus.model.RowModelKind;
import dev.gradus.train.Kinds;
import java.util.List;

/** Kinds with a key of every type, so that tests of job files do not change with what the class path offers. */
final class SampleKinds {

    static final Key<Long> ROWS = Key.whole("data.rows", 1000, 1, "rows to generate");
    static final Key<Double> NOISE = Key.number("data.noise", 0, 0, 1, "share of wrong labels");
    static final Key<String> PATH = Key.text("data.path", "", "file to read");
    static final Key<Boolean> BIAS = Key.flag("model.bias", true, "whether there is a bias");
    static final Key<List<String>> LAYERS =
            Key.list("model.layers", List.of("relu", "dense 10"), "the layers of the network");
    static final Key<Double> RATE = Key.number("optimizer.rate", 0.1, 0, 1e9, "size of a step");
    static final Key<String> RULE = Key.choice("optimizer.kind", "sgd", List.of("sgd", "adam"), "update rule");

    private SampleKinds() {}

    static Kinds all() {
        return new Kinds(
                List.of(new SomeModel("logistic", List.of(BIAS, LAYERS))),
                List.of(new SomeData("csv", List.of(PATH)), new SomeData("linear", List.of(ROWS, NOISE))),
                List.of(new ThreadLauncher(), new ProcessLauncher(), new JoinLauncher()),
                List.of(RULE, RATE));
    }

    /** A model kind that only has a name and keys. */
    private record SomeModel(String name, List<Key<?>> keys) implements RowModelKind {

        @Override
        public String summary() {
            return "the " + name + " model";
        }

        @Override
        public Model create(Job job, Shape shape, Kernels kernels) {
            throw new UnsupportedOperationException();
        }
    }

    /** A data kind that only has a name and keys. */
    private record SomeData(String name, List<Key<?>> keys) implements RowKind {

        @Override
        public String summary() {
            return "the " + name + " set";
        }

        @Override
        public DataSet open(Job job) {
            throw new UnsupportedOperationException();
        }
    }
}
