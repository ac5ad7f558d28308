package dev.gradus.simd;

import static dev.gradus.math.ConvolutionKernel.WINDOW;
import static dev.gradus.simd.TileCover.POINTS;

import java.nio.FloatBuffer;
import java.util.Arrays;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The weights of a convolution at the points of {@link TileSteps}, and the slopes by them back from there: loops over
 * all pairs of channels.
 */
final class WeightPoints {

    /** What each of three weights in a line contributes to each point. */
    private static final float[][] FACTORS = {
        {1, 0, 0},
        {1f / 3, 1f / 3, 1f / 3},
        {1f / 3, -1f / 3, 1f / 3},
        {0, 0, 1},
        {16f / 15, 8f / 15, 4f / 15},
        {1f / 30, -1f / 15, 2f / 15}
    };

    private static final VectorSpecies<Float> S = Lanes.FLOATS;
    private static final int PLACES = WINDOW * WINDOW;

    private final int in;
    private final int out;
    private final int pairs;

    /** In the order of the layout: output, input, place in the window. */
    private final float[] plain;

    /** Place in the window, input, output. */
    private final float[] places;

    /** One side at points, the other at places. */
    private final float[] lines;

    private final float[] points;
    private final float[] transposed;
    private final float[] slopes;

    WeightPoints(int in, int out) {
        this.in = in;
        this.out = out;
        this.pairs = in * out;
        this.plain = new float[PLACES * pairs];
        this.places = new float[PLACES * pairs];
        this.lines = new float[WINDOW * pairs];
        this.points = new float[POINTS * POINTS * pairs];
        this.transposed = new float[points.length];
        this.slopes = new float[points.length];
    }

    /** A matrix for each point: inputs times outputs. */
    float[] points() {
        return points;
    }

    /** Outputs times inputs. */
    float[] transposed() {
        return transposed;
    }

    /** The slopes by {@link #points}, to be added to. */
    float[] slopes() {
        return slopes;
    }

    void clearSlopes() {
        Arrays.fill(slopes, 0);
    }

    void load(FloatBuffer weights) {
        weights.get(0, plain);
        for (int o = 0; o < out; o++) {
            for (int i = 0; i < in; i++) {
                for (int w = 0; w < PLACES; w++) {
                    places[w * pairs + o * in + i] = plain[(o * in + i) * PLACES + w];
                }
            }
        }
        toPoints(transposed);
        for (int o = 0; o < out; o++) {
            for (int i = 0; i < in; i++) {
                for (int w = 0; w < PLACES; w++) {
                    places[w * pairs + i * out + o] = plain[(o * in + i) * PLACES + w];
                }
            }
        }
        toPoints(points);
    }

    private void toPoints(float[] d) {
        for (int i = 0; i < POINTS; i++) {
            for (int x = 0; x < WINDOW; x++) {
                sum(FACTORS[i], places, x * pairs, WINDOW * pairs, lines, x * pairs);
            }
            for (int j = 0; j < POINTS; j++) {
                sum(FACTORS[j], lines, 0, pairs, d, (i * POINTS + j) * pairs);
            }
        }
    }

    private void sum(float[] factors, float[] s, int at, int step, float[] d, int to) {
        FloatVector f0 = FloatVector.broadcast(S, factors[0]);
        FloatVector f1 = FloatVector.broadcast(S, factors[1]);
        FloatVector f2 = FloatVector.broadcast(S, factors[2]);
        for (int k = 0; k < pairs; k += Lanes.COUNT) {
            FloatVector sum = FloatVector.fromArray(S, s, at + k).mul(f0);
            sum = FloatVector.fromArray(S, s, at + step + k).fma(f1, sum);
            FloatVector.fromArray(S, s, at + 2 * step + k).fma(f2, sum).intoArray(d, to + k);
        }
    }

    void writeSlopes(FloatBuffer to) {
        Arrays.fill(places, 0);
        for (int i = 0; i < POINTS; i++) {
            Arrays.fill(lines, 0);
            for (int j = 0; j < POINTS; j++) {
                for (int x = 0; x < WINDOW; x++) {
                    add(FACTORS[j][x], slopes, (i * POINTS + j) * pairs, lines, x * pairs);
                }
            }
            for (int y = 0; y < WINDOW; y++) {
                for (int x = 0; x < WINDOW; x++) {
                    add(FACTORS[i][y], lines, x * pairs, places, (y * WINDOW + x) * pairs);
                }
            }
        }
        for (int o = 0; o < out; o++) {
            for (int i = 0; i < in; i++) {
                for (int w = 0; w < PLACES; w++) {
                    plain[(o * in + i) * PLACES + w] = places[w * pairs + i * out + o];
                }
            }
        }
        to.put(0, plain);
    }

    private void add(float factor, float[] s, int at, float[] d, int to) {
        FloatVector f = FloatVector.broadcast(S, factor);
        for (int k = 0; factor != 0 && k < pairs; k += Lanes.COUNT) {
            FloatVector sum = FloatVector.fromArray(S, d, to + k);
            FloatVector.fromArray(S, s, at + k).fma(f, sum).intoArray(d, to + k);
        }
    }
}
