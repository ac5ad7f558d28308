package dev.gradus.server;

import dev.gradus.job.Job;
import dev.gradus.optim.OptimKeys;
import dev.gradus.optim.RowRule;
import dev.gradus.optim.RowRules;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a server does with pushed rows: {@code add} adds them, all other kinds are update rules of that name, which take
 * them for sums of gradients and divide by the samples behind them. {@code biased} says that the first row is a bias,
 * which no penalty applies to.
 */
public record ServerRule(String kind, Constants constants, double l1, double l2, boolean biased) {

    static final String ADD = "add";

    /** The constants of all rules; each looks at its own. */
    public record Constants(double rate, double momentum, double beta1, double beta2, double epsilon, double beta) {

        static final Constants USUAL = new Constants(0.1, 0.9, 0.9, 0.999, 1e-8, 1);

        Map<String, Double> byName() {
            Map<String, Double> map = new LinkedHashMap<>();
            map.put("rate", rate);
            map.put("momentum", momentum);
            map.put("beta1", beta1);
            map.put("beta2", beta2);
            map.put("epsilon", epsilon);
            map.put("beta", beta);
            return map;
        }
    }

    public ServerRule {
        if (!kind.equals(ADD)) {
            RowRules.of(kind, constants.byName(), l1, l2); // refuses what it does not know
        }
    }

    /** Pushed values are differences. */
    public static ServerRule add() {
        return new ServerRule(ADD, Constants.USUAL, 0, 0, false);
    }

    /** Plain gradient descent. */
    public static ServerRule sgd() {
        return new ServerRule("sgd", Constants.USUAL, 0, 0, false);
    }

    /** The rule of a job, with penalties on all rows but, perhaps, the first. */
    public static ServerRule of(Job job, double l1, double l2, boolean biased) {
        Constants constants = new Constants(
                job.get(OptimKeys.RATE),
                job.get(OptimKeys.MOMENTUM),
                job.get(OptimKeys.BETA1),
                job.get(OptimKeys.BETA2),
                job.get(OptimKeys.EPSILON),
                job.get(OptimKeys.BETA));
        return new ServerRule(job.get(OptimKeys.KIND), constants, l1, l2, biased);
    }

    /** The rule for one thread, or null if values are only added. */
    @Nullable
    RowRule create() {
        return kind.equals(ADD) ? null : RowRules.of(kind, constants.byName(), l1, l2);
    }

    /** Numbers that the rule remembers of a weight and that the weight does not tell. */
    public int remembered() {
        RowRule rule = create();
        return rule == null ? 0 : rule.remembered();
    }

    /** The rule that {@link #words} told of. */
    static ServerRule of(Map<?, ?> words) {
        Constants constants = new Constants(
                TableSpec.number(words, "rate").doubleValue(),
                TableSpec.number(words, "momentum").doubleValue(),
                TableSpec.number(words, "beta1").doubleValue(),
                TableSpec.number(words, "beta2").doubleValue(),
                TableSpec.number(words, "epsilon").doubleValue(),
                TableSpec.number(words, "beta").doubleValue());
        return new ServerRule(
                String.valueOf(words.get("kind")),
                constants,
                TableSpec.number(words, "l1").doubleValue(),
                TableSpec.number(words, "l2").doubleValue(),
                Boolean.TRUE.equals(words.get("biased")));
    }

    Map<String, Object> words() {
        Map<String, Object> words = new LinkedHashMap<>();
        words.put("kind", kind);
        words.putAll(constants.byName());
        words.put("l1", l1);
        words.put("l2", l2);
        words.put("biased", biased);
        return words;
    }
}
