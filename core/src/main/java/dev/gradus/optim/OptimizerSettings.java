package dev.gradus.optim;

import dev.gradus.job.Job;

/** Which update rule to use, with its constants, and the norm that a gradient is clipped to (0: not at all). */
public record OptimizerSettings(String kind, double momentum, double beta1, double beta2, double epsilon, double clip) {

    public OptimizerSettings {
        check("momentum", momentum, momentum >= 0 && momentum < 1);
        check("beta1", beta1, beta1 >= 0 && beta1 < 1);
        check("beta2", beta2, beta2 >= 0 && beta2 < 1);
        check("epsilon", epsilon, epsilon > 0 && epsilon < Double.POSITIVE_INFINITY);
        check("clip", clip, clip >= 0 && clip < Double.POSITIVE_INFINITY);
        ruleOf(kind, 0, momentum, beta1, beta2, epsilon);
    }

    public static OptimizerSettings of(Job job) {
        return new OptimizerSettings(
                job.get(OptimKeys.KIND),
                job.get(OptimKeys.MOMENTUM),
                job.get(OptimKeys.BETA1),
                job.get(OptimKeys.BETA2),
                job.get(OptimKeys.EPSILON),
                job.get(OptimKeys.CLIP));
    }

    /** A rule that has seen nothing yet, for that many parameters. */
    public UpdateRule create(int parameters) {
        return ruleOf(kind, parameters, momentum, beta1, beta2, epsilon);
    }

    /** The settings that take effect, for the run header: {@code "adam (beta1 0.9, beta2 0.999, epsilon 1E-8)"}. */
    public String describe() {
        String constants = switch (kind) {
            case "momentum", "nesterov" -> " (momentum " + Numbers.brief(momentum) + ")";
            case "adagrad" -> " (epsilon " + Numbers.brief(epsilon) + ")";
            case "adam" ->
                " (beta1 " + Numbers.brief(beta1) + ", beta2 " + Numbers.brief(beta2) + ", epsilon "
                        + Numbers.brief(epsilon) + ")";
            default -> "";
        };
        return kind + constants + (clip > 0 ? ", gradient clipped to norm " + Numbers.brief(clip) : "");
    }

    private static UpdateRule ruleOf(
            String kind, int parameters, double momentum, double beta1, double beta2, double epsilon) {
        return switch (kind) {
            case "sgd" -> new Sgd();
            case "momentum" -> new Momentum(parameters, momentum);
            case "nesterov" -> new Nesterov(parameters, momentum);
            case "adagrad" -> new AdaGrad(parameters, epsilon);
            case "adam" -> new Adam(parameters, beta1, beta2, epsilon);
            default -> throw new IllegalArgumentException("unknown optimizer: kind=" + kind);
        };
    }

    private static void check(String name, double value, boolean good) {
        if (!good) {
            throw new IllegalArgumentException("bad optimizer setting: " + name + "=" + value);
        }
    }
}
