package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.model.Layout;
import dev.gradus.server.PushBatch;
import dev.gradus.server.RowInit;
import dev.gradus.server.ServerLink;
import dev.gradus.server.ServerRule;
import dev.gradus.server.TableSpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A flat parameter vector as it lies on servers: cut into rows of one table, and once more, in a second one, the
 * averaged blocks, which are added to and not learnt. Owned by one rank.
 */
final class ServedVector {

    /** Floats of a row: enough that a row's id costs nothing, and few enough that rows spread over servers. */
    private static final int WIDTH = 1024;

    private static final int LEARNT = 0;
    private static final int AVERAGED = 1;

    private final ServerLink link;
    private final int width;
    private final int rows;
    private final List<Layout.Range> averaged;
    private final float[] parameters;

    /** As on the servers, the last row padded. */
    private final float[] cut;

    private final float[] means;
    private final ServedTable learnt;
    private final List<float[]> state = new ArrayList<>();
    private ServerLink.@Nullable Pull pull;
    private ServerLink.@Nullable Pull pullOfMeans;

    private ServedVector(Layout layout, ServerLink link, int remembered) {
        this.link = link;
        this.parameters = new float[layout.size()];
        this.width = Math.min(WIDTH, parameters.length);
        this.rows = (parameters.length + width - 1) / width;
        this.cut = new float[rows * width];
        this.averaged = layout.averaged();
        this.means = new float
                [averaged.stream().mapToInt(range -> range.to() - range.from()).sum()];
        this.learnt = new ServedTable(link, LEARNT, rows, width, remembered);
    }

    /** Puts the vector on the servers, as a model begins or as a checkpoint left it. Every rank must call it. */
    static ServedVector open(RowSetup setup, ServerLink link, @Nullable Checkpoint start) throws ExchangeException {
        ServerRule rule = ServerRule.of(setup.job(), 0, 0, false);
        ServedVector vector = new ServedVector(setup.layout(), link, rule.remembered());
        List<TableSpec> specs = new ArrayList<>();
        specs.add(new TableSpec("parameters", vector.rows, vector.width, RowInit.zero(), rule));
        if (vector.means.length > 0) {
            specs.add(new TableSpec("averages", 1, vector.means.length, RowInit.zero(), ServerRule.add()));
        }
        link.open(specs, Servers.terms(setup.job(), setup.plan().virtualShards()));
        if (link.rank() == 0) {
            if (start == null) {
                setup.model().initialize(vector.parameters, setup.job().get(JobKeys.SEED));
            } else {
                System.arraycopy(start.parameters(), 0, vector.parameters, 0, vector.parameters.length);
            }
            vector.set(start == null ? List.of() : start.state());
        }
        return vector;
    }

    private void set(List<float[]> remembered) throws ExchangeException {
        System.arraycopy(parameters, 0, cut, 0, parameters.length);
        learnt.set(cut, 0);
        for (int index = 0; index < remembered.size(); index++) {
            learnt.setState(index, Arrays.copyOf(remembered.get(index), cut.length), 0);
        }
        if (means.length > 0) {
            gather(parameters, means);
            link.set(AVERAGED, 0, 1, means, 0);
        }
    }

    /** The values of the last pull. */
    float[] parameters() {
        return parameters;
    }

    List<Layout.Range> averaged() {
        return averaged;
    }

    /** An array for {@link #push}, of the length that the rows on the servers have together. */
    float[] room() {
        return new float[cut.length];
    }

    /** An array for means, of the length of all averaged blocks together. */
    float[] roomForMeans() {
        return new float[means.length];
    }

    /** Asks for all values. */
    void ask() throws ExchangeException {
        pull = link.pullAll(LEARNT, 0, rows);
        pullOfMeans = means.length > 0 ? link.pullAll(AVERAGED, 0, 1) : null;
    }

    /** Waits for what was asked for. */
    void await() throws ExchangeException {
        ServerLink.Pull asked = pull;
        if (asked == null) {
            throw new IllegalStateException("nothing was asked for");
        }
        asked.await(cut, 0);
        System.arraycopy(cut, 0, parameters, 0, parameters.length);
        ServerLink.Pull askedForMeans = pullOfMeans;
        if (askedForMeans != null) {
            askedForMeans.await(means, 0);
            scatter();
        }
    }

    void pull() throws ExchangeException {
        ask();
        await();
    }

    /** What the rule remembers, in arrays that the next call fills anew; they end with the padding of the last row. */
    List<float[]> state() throws ExchangeException {
        for (int index = 0; index < learnt.remembered(); index++) {
            if (state.size() == index) {
                state.add(new float[cut.length]);
            }
            learnt.pullState(index, state.get(index), 0);
        }
        return state;
    }

    /** Adds a gradient, in an array made by {@link #room}, to a push. */
    void push(PushBatch push, float[] gradient) {
        push.addRange(LEARNT, 0, rows, gradient, 0);
        basedOn(push);
    }

    /** Adds changes of averaged blocks, in an array made by {@link #roomForMeans}, to a push. */
    void pushMeans(PushBatch push, float[] changes) {
        if (changes.length > 0) {
            push.addRange(AVERAGED, 0, 1, changes, 0);
        }
    }

    private void basedOn(PushBatch push) {
        ServerLink.Pull asked = pull;
        if (asked != null) {
            push.basedOn(asked);
        }
    }

    /** Copies averaged blocks one behind the other. */
    void gather(float[] from, float[] into) {
        int at = 0;
        for (Layout.Range range : averaged) {
            System.arraycopy(from, range.from(), into, at, range.to() - range.from());
            at += range.to() - range.from();
        }
    }

    private void scatter() {
        int at = 0;
        for (Layout.Range range : averaged) {
            System.arraycopy(means, at, parameters, range.from(), range.to() - range.from());
            at += range.to() - range.from();
        }
    }
}
