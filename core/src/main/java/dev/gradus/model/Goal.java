package dev.gradus.model;

import java.util.List;

/** A figure that an evaluation is to reach: a loss at most, or an accuracy or AUC at least. */
public record Goal(String figure, double value) {

    private static final String LOSS = "loss";
    private static final String ACCURACY = "accuracy";
    private static final String AUC = "auc";
    private static final String LIKE = "; write it like loss=0.3, accuracy=0.95 or auc=0.8";

    public Goal {
        if (!List.of(LOSS, ACCURACY, AUC).contains(figure) || !Double.isFinite(value)) {
            throw new IllegalArgumentException("target cannot be read: " + figure + "=" + value + LIKE);
        }
    }

    /** Reads {@code accuracy=0.95}. */
    public static Goal parse(String text) {
        int equals = text.indexOf('=');
        try {
            return new Goal(
                    text.substring(0, Math.max(0, equals)).strip(), Double.parseDouble(text.substring(equals + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("target cannot be read: " + text + LIKE, e);
        }
    }

    public String text() {
        return figure + "=" + value;
    }

    /** Whether one reading of the figure is nearer to what is wanted than another. */
    public boolean better(double one, double other) {
        return figure.equals(LOSS) ? one < other : one > other;
    }

    /** Whether a reading is enough; one that is not a number never is. */
    public boolean reachedBy(double reading) {
        return figure.equals(LOSS) ? reading <= value : reading >= value;
    }

    public boolean reachedBy(Evaluation evaluation) {
        return reachedBy(
                switch (figure) {
                    case LOSS -> evaluation.loss();
                    case ACCURACY -> evaluation.accuracy();
                    default -> evaluation.auc();
                });
    }
}
