package dev.gradus.nn;

import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Layer;
import dev.gradus.nn.network.Node;
import java.util.Arrays;

/** The largest value or the mean of windows, in plain loops and double precision. */
final class ReferencePool implements ReferenceLayer {

    private final Node node;
    private final int rows;
    private final boolean max;
    private final int[] kernel;
    private final int stride;
    private final int padding;
    private int[] winners = new int[0];

    ReferencePool(Node node, int rows) {
        this.node = node;
        this.rows = rows;
        if (node.layer() instanceof Layer.Pool pool) {
            this.max = pool.max();
            this.kernel = new int[] {pool.window().kernel(), pool.window().kernel()};
            this.stride = pool.window().stride();
            this.padding = pool.window().padding();
        } else {
            this.max = false;
            this.kernel = new int[] {node.in().height(), node.in().width()};
            this.stride = 1;
            this.padding = 0;
        }
    }

    @Override
    public double[] forward(double[] in) {
        double[] out = new double[rows * node.out().size()];
        winners = new int[out.length];
        Arrays.fill(winners, -1);
        for (int y = 0; y < out.length; y++) {
            for (int tap = 0; tap < kernel[0] * kernel[1]; tap++) {
                int x = place(y, tap);
                if (x >= 0 && max && (winners[y] < 0 || in[x] > in[winners[y]])) {
                    winners[y] = x;
                    out[y] = in[x];
                } else if (x >= 0 && !max) {
                    out[y] += in[x] / (kernel[0] * kernel[1]);
                }
            }
        }
        return out;
    }

    /** Where in the input a tap of the window of an output lies, or -1 in the padding. */
    private int place(int y, int tap) {
        Form in = node.in();
        Form out = node.out();
        int line = y % out.area() / out.width() * stride - padding + tap / kernel[1];
        int column = y % out.width() * stride - padding + tap % kernel[1];
        boolean inside = line >= 0 && line < in.height() && column >= 0 && column < in.width();
        return inside ? y / out.area() * in.area() + line * in.width() + column : -1;
    }

    @Override
    public double[] backward(double[] diff, double[] gradient) {
        double[] back = new double[rows * node.in().size()];
        for (int y = 0; y < diff.length; y++) {
            for (int tap = 0; tap < kernel[0] * kernel[1]; tap++) {
                int x = place(y, tap);
                if (x >= 0 && (!max || winners[y] == x)) {
                    back[x] += max ? diff[y] : diff[y] / (kernel[0] * kernel[1]);
                }
            }
        }
        return back;
    }
}
