package dev.gradus.nn.onednn;

import dev.gradus.nn.network.Node;
import java.nio.FloatBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * A network wired for a fixed number of rows: write the input, run forward, read the scores; to train, also write the
 * errors and run backward. Used by one thread.
 */
public final class Pass implements AutoCloseable {

    /** The backward steps of one layer. */
    record Stage(Node node, List<Runnable> steps) {}

    /** Where a pass begins and ends: its rows, the scores of their classes, and the slope of the loss by those. */
    record Ends(Tensor input, Tensor scores, Tensor errors) {}

    /** The factors of a dropout: {@code width} a row, to be written before each pass. */
    public record Mask(int layer, int width, double rate, FloatBuffer factors) {}

    private final int rows;
    private final Arena arena;
    private final FloatBuffer input;
    private final FloatBuffer scores;
    private final FloatBuffer errors;
    private final Runnable[] load;
    private final Runnable[] forward;
    private final List<Mask> masks;
    private final List<Stage> stages;
    private long loaded;

    Pass(Wiring wiring, Ends ends, List<Mask> masks, List<Stage> stages) {
        this.rows = wiring.rows();
        this.arena = wiring.arena();
        this.input = ends.input().floats();
        this.scores = ends.scores().floats();
        this.errors = ends.errors().floats();
        this.load = wiring.load().toArray(new Runnable[0]);
        this.forward = wiring.forward().toArray(new Runnable[0]);
        this.masks = List.copyOf(masks);
        this.stages = List.copyOf(stages);
    }

    public int rows() {
        return rows;
    }

    public List<Mask> masks() {
        return masks;
    }

    /** Brings the parameters into the orders that the primitives like, unless they are there in this version. */
    void load(long version) {
        if (loaded != version) {
            for (Runnable step : load) {
                step.run();
            }
            loaded = version;
        }
    }

    /** Writes the values of so many rows; what stands behind them stays. */
    public void input(float[] values, int length) {
        input.put(0, values, 0, length);
    }

    public void forward() {
        for (Runnable step : forward) {
            step.run();
        }
    }

    /** The scores of all classes, row by row. */
    public void scores(float[] into) {
        scores.get(0, into, 0, scores.capacity());
    }

    public void errors(float[] values) {
        errors.put(0, values, 0, errors.capacity());
    }

    /** Computes the gradient, and tells after each layer that has parameters that its part of it is there. */
    public void backward(Consumer<Node> finished) {
        for (Stage stage : stages) {
            for (Runnable step : stage.steps()) {
                step.run();
            }
            if (stage.node().hasParameters()) {
                finished.accept(stage.node());
            }
        }
    }

    @Override
    public void close() {
        arena.close();
    }
}
