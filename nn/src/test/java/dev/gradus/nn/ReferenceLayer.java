package dev.gradus.nn;

import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Layer;
import dev.gradus.nn.network.Node;
import java.util.function.DoubleUnaryOperator;

/** One layer in plain loops and double precision. Values of all rows stand one after the other, in plain order. */
interface ReferenceLayer {

    double[] forward(double[] in);

    /** The slope by the input; adds that by the parameters, if there are any, to {@code gradient}. */
    double[] backward(double[] diff, double[] gradient);

    /** Sums of products over windows. */
    final class Convolution implements ReferenceLayer {

        private final Node node;
        private final int rows;
        private final double[] parameters;
        private double[] kept = new double[0];

        Convolution(Node node, int rows, double[] parameters) {
            this.node = node;
            this.rows = rows;
            this.parameters = parameters;
        }

        /** Is told of each product: places in the input, the output and the weights. */
        interface Product {
            void of(int in, int out, int weight);
        }

        @Override
        public double[] forward(double[] in) {
            kept = in;
            double[] out = new double[rows * node.out().size()];
            products((x, y, w) -> out[y] += in[x] * parameters[w]);
            for (int y = 0; node.hasBias() && y < out.length; y++) {
                out[y] += parameters[biasOf(y)];
            }
            return out;
        }

        private int biasOf(int y) {
            return node.blocks().get(1).from()
                    + y / node.out().area() % node.out().channels();
        }

        @Override
        public double[] backward(double[] diff, double[] gradient) {
            double[] back = new double[kept.length];
            products((x, y, w) -> {
                back[x] += diff[y] * parameters[w];
                gradient[w] += diff[y] * kept[x];
            });
            for (int y = 0; node.hasBias() && y < diff.length; y++) {
                gradient[biasOf(y)] += diff[y];
            }
            return back;
        }

        private void products(Product product) {
            Form out = node.out();
            for (int row = 0; row < rows; row++) {
                for (int y = 0; y < out.size(); y++) {
                    productsOf(product, row, y);
                }
            }
        }

        private void productsOf(Product product, int row, int y) {
            Form in = node.in();
            int channel = y / node.out().area();
            Layer.Window window = ((Layer.Convolution) node.layer()).window();
            int side = window.kernel();
            for (int tap = 0; tap < in.channels() * side * side; tap++) {
                int line = y % node.out().area() / node.out().width() * window.stride()
                        - window.padding()
                        + tap / side % side;
                int column = y % node.out().width() * window.stride() - window.padding() + tap % side;
                if (line >= 0 && line < in.height() && column >= 0 && column < in.width()) {
                    int x = row * in.size() + tap / (side * side) * in.area() + line * in.width() + column;
                    product.of(
                            x, row * node.out().size() + y, node.from() + channel * in.channels() * side * side + tap);
                }
            }
        }
    }

    /** Sums of products over all inputs. */
    final class Dense implements ReferenceLayer {

        private final Node node;
        private final int rows;
        private final double[] parameters;
        private double[] kept = new double[0];

        Dense(Node node, int rows, double[] parameters) {
            this.node = node;
            this.rows = rows;
            this.parameters = parameters;
        }

        @Override
        public double[] forward(double[] in) {
            kept = in;
            int inputs = node.in().size();
            int outputs = node.out().size();
            double[] out = new double[rows * outputs];
            for (int y = 0; y < out.length; y++) {
                out[y] = node.hasBias() ? parameters[node.blocks().get(1).from() + y % outputs] : 0;
                for (int x = 0; x < inputs; x++) {
                    out[y] += in[y / outputs * inputs + x] * parameters[node.from() + y % outputs * inputs + x];
                }
            }
            return out;
        }

        @Override
        public double[] backward(double[] diff, double[] gradient) {
            int inputs = node.in().size();
            int outputs = node.out().size();
            double[] back = new double[rows * inputs];
            for (int y = 0; y < diff.length; y++) {
                for (int x = 0; x < inputs; x++) {
                    int weight = node.from() + y % outputs * inputs + x;
                    back[y / outputs * inputs + x] += diff[y] * parameters[weight];
                    gradient[weight] += diff[y] * kept[y / outputs * inputs + x];
                }
                if (node.hasBias()) {
                    gradient[node.blocks().get(1).from() + y % outputs] += diff[y];
                }
            }
            return back;
        }
    }

    /** A curve and its slope as a function of its output. */
    final class Activation implements ReferenceLayer {

        private final DoubleUnaryOperator curve;
        private final DoubleUnaryOperator slope;
        private double[] kept = new double[0];

        Activation(DoubleUnaryOperator curve, DoubleUnaryOperator slope) {
            this.curve = curve;
            this.slope = slope;
        }

        static Activation of(Layer.Activation layer) {
            return switch (layer.curve()) {
                case RELU -> new Activation(x -> Math.max(x, 0), y -> y > 0 ? 1 : 0);
                case TANH -> new Activation(Math::tanh, y -> 1 - y * y);
                case SIGMOID -> new Activation(x -> 1 / (1 + Math.exp(-x)), y -> y * (1 - y));
            };
        }

        @Override
        public double[] forward(double[] in) {
            kept = new double[in.length];
            for (int i = 0; i < in.length; i++) {
                kept[i] = curve.applyAsDouble(in[i]);
            }
            return kept;
        }

        @Override
        public double[] backward(double[] diff, double[] gradient) {
            double[] back = new double[diff.length];
            for (int i = 0; i < diff.length; i++) {
                back[i] = diff[i] * slope.applyAsDouble(kept[i]);
            }
            return back;
        }
    }

    /** Values times factors. */
    final class Factors implements ReferenceLayer {

        private final double[] factors;

        Factors(double[] factors) {
            this.factors = factors;
        }

        @Override
        public double[] forward(double[] in) {
            double[] out = new double[in.length];
            for (int i = 0; i < in.length; i++) {
                out[i] = in[i] * factors[i];
            }
            return out;
        }

        @Override
        public double[] backward(double[] diff, double[] gradient) {
            return forward(diff);
        }
    }

    /** What flattening does to values in plain order. */
    record Nothing() implements ReferenceLayer {

        @Override
        public double[] forward(double[] in) {
            return in;
        }

        @Override
        public double[] backward(double[] diff, double[] gradient) {
            return diff;
        }
    }
}
