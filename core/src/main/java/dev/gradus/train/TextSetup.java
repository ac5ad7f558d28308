package dev.gradus.train;

import dev.gradus.data.DataException;
import dev.gradus.data.text.Corpus;
import dev.gradus.data.text.TextBlock;
import dev.gradus.data.text.TextBlocks;
import dev.gradus.data.text.TextKind;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.math.Kernels;
import dev.gradus.model.TableModel;
import dev.gradus.model.TextModelKind;
import dev.gradus.optim.OptimKeys;
import java.nio.file.Path;

/** Makes the setup of a model that learns from text. */
public final class TextSetup {

    /** Tokens of a block, unless the job says otherwise. */
    private static final int WORDS = 10_000;

    private TextSetup() {}

    /** The corpus of a job; whatever of it takes long to make is kept in the job's cache. */
    public static Corpus corpus(Job job, Kinds kinds) throws DataException {
        if (!(kinds.data(job) instanceof TextKind text)) {
            throw new JobException(
                    JobKeys.DATA_KIND.name(), JobKeys.DATA_KIND + "=" + job.get(JobKeys.DATA_KIND) + " gives no text");
        }
        return text.open(job, Path.of(job.get(TableKeys.CACHE)));
    }

    static TableSetup<TextBlock> load(Job job, Kinds kinds, int ranks) throws DataException {
        checkUpdate(job);
        Kernels kernels = Setup.kernels(job);
        TextBlocks blocks = new TextBlocks(corpus(job, kinds), TableKeys.block(job, WORDS));
        if (blocks.blocks() == 0) {
            blocks.close();
            throw new DataException("no words to train on: data.kind=" + job.get(JobKeys.DATA_KIND));
        }
        TextModelKind kind = (TextModelKind) kinds.model(job);
        TableModel<TextBlock> model = kind.create(job, blocks.vocabulary(), job.get(JobKeys.SEED), kernels);
        TableSetup.Division way = new TableSetup.Division(kinds.strategy(job).forTables(), ranks);
        return TableSetup.of(job, kernels, model, new TableSetup.Blocks<>(blocks, null), way);
    }

    private static void checkUpdate(Job job) {
        if (!job.get(OptimKeys.KIND).equals("sgd")) {
            throw new JobException(
                    OptimKeys.KIND.name(),
                    OptimKeys.KIND + "=" + job.get(OptimKeys.KIND) + " does not apply to "
                            + JobKeys.MODEL_KIND + "=" + job.get(JobKeys.MODEL_KIND)
                            + ", which updates its rows where they lie; set " + OptimKeys.KIND + " to sgd");
        }
        if (job.get(OptimKeys.CLIP) > 0) {
            throw new JobException(
                    OptimKeys.CLIP.name(),
                    OptimKeys.CLIP + "=" + job.get(OptimKeys.CLIP) + " does not apply to " + JobKeys.MODEL_KIND + "="
                            + job.get(JobKeys.MODEL_KIND) + ", which has no gradient as a whole; remove it");
        }
    }
}
