package dev.gradus.nn.onednn;

import dev.gradus.nn.network.Network;
import java.nio.FloatBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The passes of one rank, for each number of rows that it meets. Virtual shards have one or two sizes, and so have the
 * last ones of an epoch; a pass costs milliseconds to wire, so it is kept. Used by one thread.
 */
public final class Passes implements AutoCloseable {

    /** Rows that are scored at once. */
    public static final int SCORED_ROWS = 64;

    private static final int MOST = 8;

    private final Network network;
    private final Precision precision;
    private final Convolutions convolutions;
    private final Device device;
    private final FlatVectors vectors;

    /** In the order in which they were last used. */
    private final Map<Integer, Pass> training = new LinkedHashMap<>(16, 0.75f, true);

    private @Nullable Pass scoring;

    public Passes(Network network, Precision precision, Convolutions convolutions) {
        this.network = network;
        this.precision = precision;
        this.convolutions = convolutions;
        this.device = new Device();
        this.vectors = new FlatVectors(device, network.layout().size());
    }

    /** A pass for training on exactly that many rows with these parameters; valid until the next is asked for. */
    public Pass training(int rows, float[] parameters) {
        Pass pass = training.get(rows);
        if (pass == null) {
            forgetOne();
            pass = wire(rows, true);
            training.put(rows, pass);
        }
        pass.load(vectors.update(parameters));
        return pass;
    }

    /** A pass for scoring {@link #SCORED_ROWS} rows with these parameters. */
    public Pass scoring(float[] parameters) {
        if (scoring == null) {
            scoring = wire(SCORED_ROWS, false);
        }
        scoring.load(vectors.update(parameters));
        return scoring;
    }

    /** The gradient that the last backward pass computed, in the order of the layout. */
    public FloatBuffer gradient() {
        return vectors.gradient();
    }

    private void forgetOne() {
        if (training.size() >= MOST) {
            Iterator<Pass> oldestFirst = training.values().iterator();
            oldestFirst.next().close();
            oldestFirst.remove();
        }
    }

    private Pass wire(int rows, boolean trains) {
        Arena arena = new Arena();
        try {
            Wiring wiring = new Wiring(device, arena, precision, rows, trains);
            return new PassBuilder(network, vectors, device, wiring, convolutions).build();
        } catch (RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    @Override
    public void close() {
        training.values().forEach(Pass::close);
        training.clear();
        if (scoring != null) {
            scoring.close();
            scoring = null;
        }
        vectors.close();
        device.close();
    }
}
