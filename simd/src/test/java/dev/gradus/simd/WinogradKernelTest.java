package dev.gradus.simd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gradus.math.ConvolutionKernel;
import dev.gradus.math.ConvolutionKernel.Shape;
import dev.gradus.math.ConvolutionKernel.Slopes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WinogradKernelTest {

    private static final int BLOCK = ConvolutionKernel.BLOCK;

    /** What the way to the points and back may cost: the largest difference by the largest value. */
    private static final double TOLERANCE = 5e-6;

    @BeforeEach
    void registersAreThoseOfBlocks() {
        assumeTrue(Lanes.COUNT == BLOCK, "registers have another width: floats=" + Lanes.COUNT);
    }

    /** A layer with values and slopes, and what plain loops in double precision make of them. */
    private static final class Case {

        final Shape shape;
        final int images;
        final FloatBuffer in;
        final FloatBuffer weights;
        final FloatBuffer bias;
        final FloatBuffer outSlopes;
        final double[] out;
        final double[] inSlopes;
        final double[] weightSlopes;
        final double[] biasSlopes;

        Case(Shape shape, int images, SplittableRandom random) {
            this.shape = shape;
            this.images = images;
            int area = shape.outHeight() * shape.outWidth();
            this.in = random(images * shape.in() * shape.height() * shape.width(), random);
            this.weights = random(shape.out() * shape.in() * 9, random);
            this.bias = random(shape.out(), random);
            this.outSlopes = random(images * shape.out() * area, random);
            this.out = new double[outSlopes.capacity()];
            this.inSlopes = new double[in.capacity()];
            this.weightSlopes = new double[weights.capacity()];
            this.biasSlopes = new double[shape.out()];
            for (int n = 0; n < images; n++) {
                for (int o = 0; o < shape.out(); o++) {
                    for (int place = 0; place < area; place++) {
                        output(n, o, place / shape.outWidth(), place % shape.outWidth());
                    }
                }
            }
        }

        private static FloatBuffer random(int size, SplittableRandom random) {
            FloatBuffer values = buffer(size);
            for (int i = 0; i < size; i++) {
                values.put(i, (float) random.nextDouble(-1, 1));
            }
            return values;
        }

        private void output(int n, int o, int y, int x) {
            int at = at(n, o, shape.out(), y * shape.outWidth() + x, shape.outHeight() * shape.outWidth());
            double slope = outSlopes.get(at);
            double sum = bias.get(o);
            biasSlopes[o] += slope;
            for (int c = 0; c < shape.in(); c++) {
                for (int place = 0; place < 9; place++) {
                    int fromY = y + place / 3 - shape.padding();
                    int fromX = x + place % 3 - shape.padding();
                    if (fromY >= 0 && fromY < shape.height() && fromX >= 0 && fromX < shape.width()) {
                        int area = shape.height() * shape.width();
                        int from = at(n, c, shape.in(), fromY * shape.width() + fromX, area);
                        int weight = (o * shape.in() + c) * 9 + place;
                        sum += (double) in.get(from) * weights.get(weight);
                        inSlopes[from] += slope * weights.get(weight);
                        weightSlopes[weight] += slope * in.get(from);
                    }
                }
            }
            out[at] = sum;
        }

        private static int at(int n, int channel, int channels, int place, int area) {
            return ((n * (channels / BLOCK) + channel / BLOCK) * area + place) * BLOCK + channel % BLOCK;
        }

        ConvolutionKernel kernel() {
            ConvolutionKernel kernel = new WinogradKernel(shape);
            kernel.load(weights, bias);
            return kernel;
        }

        FloatBuffer forward(ConvolutionKernel kernel, boolean relu) {
            FloatBuffer to = buffer(out.length);
            kernel.forward(in, to, images, relu);
            return to;
        }

        Written backward(ConvolutionKernel kernel) {
            Written to = new Written(buffer(inSlopes.length), buffer(weightSlopes.length), buffer(biasSlopes.length));
            kernel.backward(in, new Slopes(outSlopes, to.in(), to.weights(), to.bias()), images);
            return to;
        }
    }

    /** What a way back wrote. */
    private record Written(FloatBuffer in, FloatBuffer weights, FloatBuffer bias) {}

    private static FloatBuffer buffer(int size) {
        return ByteBuffer.allocateDirect(size * Float.BYTES)
                .order(ByteOrder.nativeOrder())
                .asFloatBuffer();
    }

    private static float[] floats(FloatBuffer buffer) {
        float[] values = new float[buffer.capacity()];
        buffer.get(0, values);
        return values;
    }

    private static void assertClose(FloatBuffer values, double[] expected, String what) {
        double largest = Arrays.stream(expected).map(Math::abs).max().orElse(0);
        for (int i = 0; i < expected.length; i++) {
            double difference = Math.abs(values.get(i) - expected[i]);
            if (!(difference <= TOLERANCE * largest)) {
                assertThat(difference).as("%s[%d]", what, i).isLessThanOrEqualTo(TOLERANCE * largest);
            }
        }
    }

    static Stream<SplittableRandom> cases() {
        return LongStream.range(0, 40).mapToObj(SplittableRandom::new);
    }

    private static Shape shape(SplittableRandom random) {
        int padding = random.nextInt(4);
        int least = Math.max(1, 3 - 2 * padding);
        return new Shape(
                32 * random.nextInt(1, 4),
                32 * random.nextInt(1, 4),
                random.nextInt(least, 14),
                random.nextInt(least, 14),
                padding);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void outputAndSlopesAreThoseOfPlainLoops(SplittableRandom random) {
        Case given = new Case(shape(random), random.nextInt(1, 5), random);

        ConvolutionKernel kernel = given.kernel();
        FloatBuffer out = given.forward(kernel, false);
        Written slopes = given.backward(kernel);

        assertClose(out, given.out, "out");
        assertClose(slopes.in(), given.inSlopes, "in slopes");
        assertClose(slopes.weights(), given.weightSlopes, "weight slopes");
        assertClose(slopes.bias(), given.biasSlopes, "bias slopes");
    }

    @Test
    void reluMakesZerosOfWhatIsBelow() {
        Case given = new Case(new Shape(32, 32, 7, 9, 1), 2, new SplittableRandom(1));

        float[] plain = floats(given.forward(given.kernel(), false));
        float[] cut = floats(given.forward(given.kernel(), true));

        for (int i = 0; i < plain.length; i++) {
            assertThat(cut[i]).isEqualTo(Math.max(0, plain[i]));
        }
    }

    @Test
    void layersWithoutBiasAndWithoutSlopesByTheirInputAreComputed() {
        Case given = new Case(new Shape(32, 64, 6, 5, 0), 4, new SplittableRandom(2));
        ConvolutionKernel kernel = new WinogradKernel(given.shape);
        Slopes slopes = new Slopes(given.outSlopes, null, buffer(given.weights.capacity()), null);

        kernel.load(given.weights, null);
        FloatBuffer out = given.forward(kernel, false);
        kernel.backward(given.in, slopes, given.images);

        float[] with = floats(given.forward(given.kernel(), false));
        int area = given.shape.outHeight() * given.shape.outWidth();
        for (int i = 0; i < with.length; i++) {
            int channel = i / BLOCK / area % (64 / BLOCK) * BLOCK + i % BLOCK;
            assertThat(out.get(i) + given.bias.get(channel)).isEqualTo(with[i]);
        }
        assertClose(slopes.weights(), given.weightSlopes, "weight slopes");
    }

    @Test
    void equalImagesHaveEqualBitsWhereverTheyStandAndWhateverWasComputedBefore() {
        Case given = new Case(new Shape(32, 64, 15, 15, 0), 8, new SplittableRandom(3));
        ConvolutionKernel kernel = given.kernel();
        float[] all = floats(given.forward(kernel, true));
        Written first = given.backward(kernel);

        int image = 32 * 15 * 15;
        FloatBuffer last = buffer(image);
        last.put(0, given.in, 7 * image, image);
        FloatBuffer alone = buffer(all.length / 8);
        kernel.forward(last, alone, 1, true);
        Written again = given.backward(kernel);

        assertThat(floats(alone)).isEqualTo(Arrays.copyOfRange(all, all.length / 8 * 7, all.length));
        assertThat(floats(again.in())).isEqualTo(floats(first.in()));
        assertThat(floats(again.weights())).isEqualTo(floats(first.weights()));
        assertThat(floats(again.bias())).isEqualTo(floats(first.bias()));
    }

    @Test
    void layersThatWouldNotGainAreLeftToOthers() {
        ConvolutionKernel.Family family = new WinogradKernel.Family();

        assertThat(family.fits(new Shape(32, 64, 15, 15, 0))).isTrue();
        assertThat(family.fits(new Shape(64, 64, 8, 8, 1))).isTrue();
        assertThat(family.fits(new Shape(3, 32, 32, 32, 0))).isFalse();
        assertThat(family.fits(new Shape(32, 48, 15, 15, 0))).isFalse();
        assertThat(family.fits(new Shape(32, 32, 4, 4, 0))).isFalse();
        assertThat(family.fits(new Shape(32, 32, 3, 15, 0))).isFalse();
    }
}
