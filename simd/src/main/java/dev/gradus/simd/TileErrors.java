package dev.gradus.simd;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Errors and loss of a tile of word2vec.
 *
 * <p>With a = s for label 0 and -s for label 1 (how far the score s speaks <em>against</em> the label), e = exp(-|a|)
 * and w the weight: the error is ±rate w (1 or e) / (1 + e), and the loss is w (max(a, 0) + log(1 + e)), where the
 * logarithm is a polynomial that was fitted over 0 to 1; it errs by 3.3e-7 at most.
 */
final class TileErrors {

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int L = Lanes.COUNT;

    private static final float P1 = 0.99998116f;
    private static final float P2 = -0.49947175f;
    private static final float P3 = 0.32824197f;
    private static final float P4 = -0.22589736f;
    private static final float P5 = 0.13467354f;
    private static final float P6 = -0.055144455f;
    private static final float P7 = 0.010764298f;

    private final float[] exponentials;

    TileErrors(int most) {
        this.exponentials = new float[most];
    }

    /**
     * Replaces scores by errors and returns the loss. The scores are {@code length} floats, whole registers, and the
     * labels repeat every {@code period}.
     */
    double replaceScores(float[] scores, int length, float[] weights, float[] labels, int period, float rate) {
        for (int i = 0; i < length; i += L) {
            FloatVector.fromArray(S, scores, i).abs().intoArray(exponentials, i);
        }
        Exponential.replace(exponentials, 0, length);
        FloatVector loss = FloatVector.zero(S);
        IntVector one = FloatVector.broadcast(S, 1).reinterpretAsInts();
        for (int i = 0, labelsAt = 0; i < length; i += L) {
            FloatVector sign = FloatVector.fromArray(S, labels, labelsAt).fma(-2, 1);
            FloatVector weight = FloatVector.fromArray(S, weights, i);
            FloatVector against = FloatVector.fromArray(S, scores, i).mul(sign);
            FloatVector e = FloatVector.fromArray(S, exponentials, i);
            FloatVector log = e.fma(P7, P6).fma(e, FloatVector.broadcast(S, P5));
            log = log.fma(e, FloatVector.broadcast(S, P4)).fma(e, FloatVector.broadcast(S, P3));
            log = log.fma(e, FloatVector.broadcast(S, P2)).fma(e, FloatVector.broadcast(S, P1));
            FloatVector most = against.abs().add(against).mul(0.5f);
            loss = log.fma(e, most).fma(weight, loss);
            // Bits instead of masks, which JDK 17 boxes: all ones where the score speaks for the label.
            IntVector right = against.reinterpretAsInts().lanewise(VectorOperators.ASHR, 31);
            FloatVector part = one.lanewise(VectorOperators.BITWISE_BLEND, e.reinterpretAsInts(), right)
                    .reinterpretAsFloats();
            part.div(e.add(1)).mul(weight.mul(-rate)).mul(sign).intoArray(scores, i);
            labelsAt = labelsAt + L == period ? 0 : labelsAt + L;
        }
        return loss.reduceLanes(VectorOperators.ADD);
    }
}
