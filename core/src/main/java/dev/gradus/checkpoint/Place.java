package dev.gradus.checkpoint;

/**
 * Where a run is between two steps. {@code step}, {@code samples} and {@code seconds} count from the start of the run;
 * {@code epoch} counts from 0, and {@code stepInEpoch} of its steps are done. {@code rows} are those of an epoch,
 * {@code loss} and {@code accuracy} those of the last global batch, {@code kernels} the loops it was computed with;
 * {@code data} is what rows are known again by where that decides which parameters are whose, else empty.
 */
public record Place(
        long step,
        int epoch,
        int stepInEpoch,
        long samples,
        long rows,
        double loss,
        double accuracy,
        double seconds,
        String kernels,
        String data) {

    /** Where every run begins. */
    public static final Place START = new Place(0, 0, 0, 0, 0, Double.NaN, Double.NaN, 0, "", "");
}
