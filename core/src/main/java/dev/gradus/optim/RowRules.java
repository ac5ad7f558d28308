package dev.gradus.optim;

import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import java.util.List;
import java.util.Map;

/** Makes the update rule of a job for touched rows. */
public final class RowRules {

    private static final String FTRL = "ftrl";

    private RowRules() {}

    /** Refuses what no rule for touched rows can do, with a JobException. */
    public static void check(Job job) {
        String kind = job.get(OptimKeys.KIND);
        List<String> known = List.of("sgd", "adagrad", FTRL);
        if (!known.contains(kind)) {
            throw new JobException(
                    OptimKeys.KIND.name(),
                    OptimKeys.KIND + "=" + kind + " moves weights that no row touches, which sparse rows forbid; set "
                            + OptimKeys.KIND + " to one of " + String.join(", ", known));
        }
        checkOnServers(job);
    }

    /**
     * The same for rules that servers run. Those may be all there are, since what a rule remembers of a weight stands
     * still there while nothing touches it.
     */
    public static void checkOnServers(Job job) {
        if (job.get(OptimKeys.CLIP) > 0) {
            throw new JobException(
                    OptimKeys.CLIP.name(),
                    OptimKeys.CLIP + "=" + job.get(OptimKeys.CLIP)
                            + " does not apply to sparse rows, which have no gradient as a whole; remove it");
        }
        boolean steady = job.get(OptimKeys.SCHEDULE).equals("constant")
                && job.get(OptimKeys.WARM_UP_EPOCHS) == 0
                && job.get(OptimKeys.SCALING).equals("none");
        if (job.get(OptimKeys.KIND).equals(FTRL) && !steady) {
            throw new JobException(
                    OptimKeys.KIND.name(),
                    OptimKeys.KIND + "=" + FTRL
                            + " lowers the rate of each weight by itself and needs a constant one; remove the schedule keys");
        }
    }

    /** Refuses a rule that is for touched rows only. */
    public static void refuse(Job job) {
        if (job.get(OptimKeys.KIND).equals(FTRL)) {
            throw new JobException(
                    OptimKeys.KIND.name(),
                    OptimKeys.KIND + "=" + FTRL + " is for sparse rows; set " + OptimKeys.KIND + " to adagrad");
        }
    }

    /** A rule for one thread. */
    public static RowRule of(Job job, double l1, double l2) {
        RowRule.Penalties penalties = new RowRule.Penalties((float) l1, (float) l2);
        return switch (job.get(OptimKeys.KIND)) {
            case "sgd" -> new RowSgd(penalties);
            case "adagrad" -> new RowAdaGrad(penalties, job.get(OptimKeys.EPSILON));
            case FTRL -> new RowFtrl(penalties, job.get(OptimKeys.BETA), job.get(OptimKeys.RATE));
            default -> throw new IllegalArgumentException("no rule for touched rows: kind=" + job.get(OptimKeys.KIND));
        };
    }

    /**
     * A rule for one thread by its name and constants. Beyond those for sparse rows there are those of dense models,
     * which then only touch what has a gradient: what they remember of a weight stands still while nothing touches it.
     */
    public static RowRule of(String kind, Map<String, Double> constants, double l1, double l2) {
        RowRule.Penalties penalties = new RowRule.Penalties((float) l1, (float) l2);
        return switch (kind) {
            case "sgd" -> new RowSgd(penalties);
            case "momentum" -> new RowMomentum(penalties, constant(constants, "momentum"), false);
            case "nesterov" -> new RowMomentum(penalties, constant(constants, "momentum"), true);
            case "adagrad" -> new RowAdaGrad(penalties, constant(constants, "epsilon"));
            case "adam" ->
                new RowAdam(
                        penalties,
                        constant(constants, "beta1"),
                        constant(constants, "beta2"),
                        constant(constants, "epsilon"));
            case FTRL -> new RowFtrl(penalties, constant(constants, "beta"), constant(constants, "rate"));
            default -> throw new IllegalArgumentException("no rule for touched rows: kind=" + kind);
        };
    }

    private static double constant(Map<String, Double> constants, String name) {
        Double value = constants.get(name);
        if (value == null || !(value >= 0) || value.isInfinite()) {
            throw new IllegalArgumentException("bad constant of a rule: " + name + "=" + value);
        }
        return value;
    }

    /** The rule in a few words, for the run header. */
    public static String describe(Job job) {
        String kind = job.get(OptimKeys.KIND);
        return switch (kind) {
            case "adagrad" -> kind + " (epsilon " + Numbers.brief(job.get(OptimKeys.EPSILON)) + ")";
            case FTRL -> kind + " (beta " + Numbers.brief(job.get(OptimKeys.BETA)) + ")";
            default -> kind;
        };
    }
}
