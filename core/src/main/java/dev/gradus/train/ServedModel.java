package dev.gradus.train;

import dev.gradus.checkpoint.Checkpoint;
import dev.gradus.exchange.ExchangeException;
import dev.gradus.job.Job;
import dev.gradus.model.Layout;
import dev.gradus.model.RowStart;
import dev.gradus.model.TableModel;
import dev.gradus.optim.RowRule;
import dev.gradus.server.RowInit;
import dev.gradus.server.ServerLink;
import dev.gradus.server.ServerRule;
import dev.gradus.server.TableSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables of a model as they lie on servers. Owned by one rank. */
final class ServedModel {

    private final Layout layout;
    private final List<ServedTable> tables = new ArrayList<>();
    private final List<float[]> state = new ArrayList<>();
    private float[] pulled = {};

    private ServedModel(Layout layout, ServerLink link, int remembered) {
        this.layout = layout;
        for (Layout.Block block : layout.blocks()) {
            tables.add(
                    new ServedTable(link, tables.size(), RowChanges.rows(block), RowChanges.width(block), remembered));
        }
    }

    /** Makes the tables, as a model begins or as a checkpoint left them. Every rank must call it. */
    static ServedModel open(TableSetup<?> setup, ServerLink link, @Nullable Checkpoint start) throws ExchangeException {
        List<RowStart> starts = start == null ? setup.model().starts(setup.job().get(JobKeys.SEED)) : null;
        int leaves = setup.blocksPerStep();
        link.open(specs(setup, starts), Servers.terms(setup.job(), leaves));
        ServedModel model = new ServedModel(setup.layout(), link, setup.states());
        if (starts == null && link.rank() == 0) {
            float[] parameters = new float[setup.layout().size()];
            setup.start(parameters, start);
            model.set(parameters, start == null ? List.of() : start.state());
        }
        return model;
    }

    private static List<TableSpec> specs(TableSetup<?> setup, @Nullable List<RowStart> starts) {
        ServerRule rule = rule(setup.job(), setup.model());
        List<TableSpec> specs = new ArrayList<>();
        for (Layout.Block block : setup.layout().blocks()) {
            RowInit init = starts == null ? RowInit.zero() : Servers.init(starts.get(specs.size()));
            int rows = RowChanges.rows(block);
            specs.add(new TableSpec(block.name(), rows, RowChanges.width(block), init, rule, Servers.traffic(rows)));
        }
        return specs;
    }

    /** Models that learn in place push what has changed; all others gradients, for the rule of the job. */
    static ServerRule rule(Job job, TableModel<?> model) {
        if (model.batchLearner() == null) {
            return ServerRule.add();
        }
        RowRule.Penalties penalties = model.penalties();
        return ServerRule.of(job, penalties.l1(), penalties.l2(), true);
    }

    private void set(float[] parameters, List<float[]> remembered) throws ExchangeException {
        for (ServedTable table : tables) {
            int from = layout.blocks().get(table.table()).from();
            table.set(parameters, from);
            for (int index = 0; index < remembered.size(); index++) {
                table.setState(index, remembered.get(index), from);
            }
        }
    }

    /** All tables, in an array that the next call fills anew, for rank 0; nothing for others, which need none. */
    float[] pull(int rank) throws ExchangeException {
        if (rank != 0) {
            return pulled;
        }
        if (pulled.length == 0) {
            pulled = new float[layout.size()];
        }
        for (ServedTable table : tables) {
            table.pull(pulled, layout.blocks().get(table.table()).from());
        }
        return pulled;
    }

    /** What the rules of all tables remember, in arrays that the next call fills anew. For rank 0. */
    List<float[]> state() throws ExchangeException {
        for (ServedTable table : tables) {
            for (int index = 0; index < table.remembered(); index++) {
                if (state.size() == index) {
                    state.add(new float[layout.size()]);
                }
                table.pullState(
                        index,
                        state.get(index),
                        layout.blocks().get(table.table()).from());
            }
        }
        return state;
    }
}
