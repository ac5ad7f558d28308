package dev.gradus.train;

import dev.gradus.data.BatchReader;
import dev.gradus.data.DataException;
import dev.gradus.data.DataKeys;
import dev.gradus.data.DataSet;
import dev.gradus.data.DenseRows;
import dev.gradus.data.SamplePlan;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.math.Kernels;
import dev.gradus.model.Model;
import dev.gradus.optim.OptimizerSettings;
import dev.gradus.optim.Schedule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All that one rank needs before its first step: its rows, the model, the schedule. */
record Setup(
        Job job,
        Kernels kernels,
        Model model,
        SamplePlan plan,
        BatchReader batches,
        List<DenseRows> testShards,
        long testRows,
        OptimizerSettings optimizer,
        Schedule schedule,
        long totalSteps) {

    /** Opens the data and loads what this rank is responsible for, and nothing else. */
    static Setup load(Job job, Kinds kinds, int rank, int ranks) throws DataException {
        Kernels kernels = kernels(job);
        DataSet data = kinds.data(job).open(job);
        long rows = data.train().rows();
        if (rows == 0) {
            throw new DataException("no rows to train on: data.kind=" + job.get(JobKeys.DATA_KIND));
        }
        if (ranks > rows) {
            throw new JobException(
                    "ranks", "more ranks than rows: ranks=" + ranks + ", rows=" + rows + "; use fewer ranks");
        }
        Model model = kinds.model(job).create(job, data.shape(), kernels);
        int shards = job.integer(JobKeys.VIRTUAL_SHARDS);
        int batchSize = (int) Math.min(job.get(JobKeys.BATCH_SIZE), rows);
        SamplePlan plan =
                new SamplePlan(rows, batchSize, shards, job.get(JobKeys.SEED), job.integer(DataKeys.PAGE_ROWS));
        int first = plan.firstShard(rank, ranks);
        int end = plan.firstShard(rank + 1, ranks);
        long steps = (long) plan.stepsPerEpoch() * job.get(JobKeys.EPOCHS);
        long limit = job.get(JobKeys.STEPS);
        long totalSteps = limit > 0 ? Math.min(limit, steps) : steps;
        return new Setup(
                job,
                kernels,
                model,
                plan,
                BatchReader.load(plan, data.train(), rank, ranks),
                Evaluator.load(data.test(), first, end, shards),
                data.test().rows(),
                OptimizerSettings.of(job),
                Schedule.of(job, batchSize, plan.stepsPerEpoch(), totalSteps),
                totalSteps);
    }

    private static Kernels kernels(Job job) {
        try {
            return Kernels.choose(job.get(JobKeys.KERNELS));
        } catch (IllegalArgumentException e) {
            throw new JobException(JobKeys.KERNELS.name(), String.valueOf(e.getMessage()));
        }
    }

    /** What the run will do, for people. */
    List<String> header() {
        List<String> lines = new ArrayList<>();
        lines.add("model     " + model.kind() + ", " + model.layout().size() + " parameters");
        lines.add("data      " + job.get(JobKeys.DATA_KIND) + ", " + plan.rows() + " rows x "
                + model.shape().features() + " features, " + testRows + " held out");
        lines.add("plan      " + totalSteps + " steps of " + plan.batchSize() + " rows, " + plan.stepsPerEpoch()
                + " an epoch, " + plan.virtualShards() + " virtual shards");
        lines.add("update    " + optimizer.describe() + ", " + schedule.describe());
        lines.add("ranks     " + job.get(JobKeys.RANKS) + " by " + job.get(JobKeys.LAUNCH_KIND) + ", "
                + job.get(JobKeys.STRATEGY_KIND));
        lines.add("kernels   " + kernels.line());
        return lines;
    }

    /** What must be equal on all ranks, or replicas would not fit each other or give other bits than one rank gives. */
    Map<String, String> facts() {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("layout", model.layout().fingerprint());
        facts.put("kernels", kernels.name().equals(Kernels.PLAIN) ? Kernels.PLAIN : kernels.line());
        facts.put("virtual shards", Integer.toString(plan.virtualShards()));
        facts.put("rows", plan.rows() + " and " + testRows + " held out");
        facts.put("steps", totalSteps + " of " + plan.batchSize() + " rows");
        return facts;
    }

    Updater updater() {
        return new Updater(model, job.get(JobKeys.SEED), optimizer, schedule);
    }
}
