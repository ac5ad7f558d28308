package dev.gradus.simd;

import static dev.gradus.simd.TileCover.COMMON_POINTS;
import static dev.gradus.simd.TileCover.POINTS;

import dev.gradus.math.ConvolutionKernel;
import java.nio.FloatBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Convolutions after Winograd: tiles of up to 4x4 outputs come from 36 products a pair of channels, where the plain way
 * takes 144.
 *
 * <p>A few images at a time, which stay in the second cache: (1) the tiles of the input are brought to their
 * <em>points</em>; (2) at each point, the rows, which are the tiles, are multiplied by the weights at that point; (3)
 * what comes out is brought from the points to the outputs of the tiles. The way back is the transposed of each: slopes
 * by the outputs to points, there times the weights to slopes of the input, and times the input, which is brought to
 * points anew, to those of the weights.
 *
 * <p>Sums depend on the images alone and on their order, never on how many calls there were before.
 */
final class WinogradKernel implements ConvolutionKernel {

    /** Channels must be a multiple of this, which are two registers. */
    static final int CHANNELS = 2 * BLOCK;

    /**
     * Images at a time: with 3 to 6, forward and backward passes of 64 images took the same time; 1 took a fifth more.
     */
    private static final int GROUP = 3;

    private static final int ALL_POINTS = POINTS * POINTS;

    /** The point (1, 1), where slopes are the sum over a tile. */
    private static final int SUMS = POINTS + 1;

    private final int in;
    private final int out;
    private final TileCover height;
    private final TileCover width;

    /** Rows of one point. */
    private final int rows;

    private final Canvas input;
    private final Canvas output;
    private final Canvas inputSlopes;
    private final Canvas outputSlopes;
    private final TileTransforms inputTiles;
    private final TileTransforms outputTiles;

    /** All points of all rows, which have a value a channel. */
    private final float[] inputPoints;

    private final float[] outputPoints;
    private final WeightPoints weights;
    private final PointProducts forward;
    private final PointProducts back;
    private final PointGradients gradients;
    private final float[] bias;
    private final float[] biasSlopes;

    /** What is done with some rows of a point. */
    private interface Work {
        void rows(int point, int from, int count);
    }

    WinogradKernel(Shape shape) {
        this.in = shape.in();
        this.out = shape.out();
        this.height = TileCover.of(shape.outHeight());
        this.width = TileCover.of(shape.outWidth());
        this.rows = height.pieces() * width.pieces() * GROUP + PointProducts.ROWS;
        Canvas.Sides inSides = new Canvas.Sides(shape.height(), shape.width(), shape.padding());
        Canvas.Sides outSides = new Canvas.Sides(shape.outHeight(), shape.outWidth(), 0);
        this.input = new Canvas(inSides, height.values(), width.values());
        this.inputSlopes = new Canvas(inSides, height.values(), width.values());
        this.output = new Canvas(outSides, height.outputs(), width.outputs());
        this.outputSlopes = new Canvas(outSides, height.outputs(), width.outputs());
        this.inputTiles = new TileTransforms(height, width, rows * in);
        this.outputTiles = new TileTransforms(height, width, rows * out);
        this.inputPoints = new float[ALL_POINTS * rows * in];
        this.outputPoints = new float[ALL_POINTS * rows * out];
        this.weights = new WeightPoints(in, out);
        this.forward = new PointProducts(inputPoints, weights.points(), outputPoints, in, out);
        this.back = new PointProducts(outputPoints, weights.transposed(), inputPoints, out, in);
        this.gradients = new PointGradients(inputPoints, outputPoints, weights.slopes(), in, out);
        this.bias = new float[out];
        this.biasSlopes = new float[out];
    }

    /** Makes kernels where registers and channels are as the loops need them. */
    static final class Family implements ConvolutionKernel.Family {

        /** Also whether so many products are saved that they pay for the way to the points and back. */
        @Override
        public boolean fits(Shape shape) {
            if (Lanes.COUNT != BLOCK || shape.in() % CHANNELS != 0 || shape.out() % CHANNELS != 0) {
                return false;
            }
            int products = WINDOW * WINDOW * shape.outHeight() * shape.outWidth();
            int points = TileCover.of(shape.outHeight()).points()
                    * TileCover.of(shape.outWidth()).points();
            return products >= 2 * points;
        }

        @Override
        public ConvolutionKernel create(Shape shape) {
            return new WinogradKernel(shape);
        }
    }

    @Override
    public void load(FloatBuffer weightValues, @Nullable FloatBuffer biasValues) {
        weights.load(weightValues);
        if (biasValues != null) {
            biasValues.get(0, bias);
        }
    }

    @Override
    public void forward(FloatBuffer from, FloatBuffer to, int images, boolean relu) {
        for (int first = 0; first < images; first += GROUP) {
            int count = Math.min(GROUP, images - first);
            readInput(from, first, count);
            eachPoint(count, this::multiply);
            writeOutput(to, first, count, relu);
        }
    }

    @Override
    public void backward(FloatBuffer from, Slopes slopes, int images) {
        Arrays.fill(biasSlopes, 0);
        weights.clearSlopes();
        for (int first = 0; first < images; first += GROUP) {
            int count = Math.min(GROUP, images - first);
            readInput(from, first, count);
            readOutputSlopes(slopes.out(), first, count);
            eachPoint(count, this::addGradients);
            TileSteps.sumRows(outputPoints, SUMS * rows * out, tiles() * count, biasSlopes);
            if (slopes.in() != null) {
                eachPoint(count, this::multiplyBack);
                writeInputSlopes(slopes.in(), first, count);
            }
        }
        weights.writeSlopes(slopes.weights());
        if (slopes.bias() != null) {
            slopes.bias().put(0, biasSlopes);
        }
    }

    private int tiles() {
        return height.pieces() * width.pieces();
    }

    /** Where tile and image stand among the rows: tiles of four lines first in each column of tiles. */
    private int row(int down, int across, int image, int count) {
        return (across * height.pieces() + down) * count + image;
    }

    /** The rows that have the point lie together in each column of tiles, and if all have it, everywhere. */
    private void eachPoint(int count, Work work) {
        for (int i = 0; i < POINTS; i++) {
            int column = height.pieces() * count;
            for (int j = 0; j < POINTS; j++) {
                int across = width.piecesWith(j);
                if (i < COMMON_POINTS) {
                    work.rows(i * POINTS + j, 0, across * column);
                } else {
                    for (int x = 0; x < across; x++) {
                        work.rows(i * POINTS + j, x * column, height.fours() * count);
                    }
                }
            }
        }
    }

    private void multiply(int point, int from, int count) {
        int row = point * rows + from;
        forward.multiply(row * in, count, point * in * out, row * out);
    }

    private void multiplyBack(int point, int from, int count) {
        int row = point * rows + from;
        back.multiply(row * out, count, point * in * out, row * in);
    }

    private void addGradients(int point, int from, int count) {
        int row = point * rows + from;
        gradients.add(row * in, count, row * out, point * in * out);
    }

    private void readInput(FloatBuffer from, int first, int count) {
        int blocks = in / BLOCK;
        for (int i = 0; i < count * blocks; i++) {
            input.read(from, first * blocks + i);
            for (int across = 0; across < width.pieces(); across++) {
                for (int down = 0; down < height.pieces(); down++) {
                    int at = row(down, across, i / blocks, count) * in + i % blocks * BLOCK;
                    inputTiles.values(input.values(), down, across, inputPoints, at);
                }
            }
        }
    }

    private void writeOutput(FloatBuffer to, int first, int count, boolean relu) {
        int blocks = out / BLOCK;
        for (int i = 0; i < count * blocks; i++) {
            for (int across = 0; across < width.pieces(); across++) {
                for (int down = 0; down < height.pieces(); down++) {
                    int at = row(down, across, i / blocks, count) * out + i % blocks * BLOCK;
                    outputTiles.outputs(outputPoints, at, output.values(), down, across);
                }
            }
            TileSteps.finish(output.values(), bias, i % blocks * BLOCK, relu);
            output.write(to, first * blocks + i);
        }
    }

    private void readOutputSlopes(FloatBuffer from, int first, int count) {
        int blocks = out / BLOCK;
        for (int i = 0; i < count * blocks; i++) {
            outputSlopes.read(from, first * blocks + i);
            for (int across = 0; across < width.pieces(); across++) {
                for (int down = 0; down < height.pieces(); down++) {
                    int at = row(down, across, i / blocks, count) * out + i % blocks * BLOCK;
                    outputTiles.outputSlopes(outputSlopes.values(), down, across, outputPoints, at);
                }
            }
        }
    }

    private void writeInputSlopes(FloatBuffer to, int first, int count) {
        int blocks = in / BLOCK;
        for (int i = 0; i < count * blocks; i++) {
            inputSlopes.clear();
            for (int across = 0; across < width.pieces(); across++) {
                for (int down = 0; down < height.pieces(); down++) {
                    int at = row(down, across, i / blocks, count) * in + i % blocks * BLOCK;
                    inputTiles.addValueSlopes(inputPoints, at, inputSlopes.values(), down, across);
                }
            }
            inputSlopes.write(to, first * blocks + i);
        }
    }
}
