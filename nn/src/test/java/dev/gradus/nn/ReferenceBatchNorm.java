package dev.gradus.nn;

import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Node;

/** Normalisation by channel, in plain loops and double precision. */
final class ReferenceBatchNorm implements ReferenceLayer {

    private final Node node;
    private final int rows;
    private final double[] parameters;
    private final boolean training;
    private double[] normal = new double[0];
    private final double[] mean;
    private final double[] variance;

    ReferenceBatchNorm(Node node, int rows, double[] parameters, boolean training) {
        this.node = node;
        this.rows = rows;
        this.parameters = parameters;
        this.training = training;
        this.mean = new double[node.in().channels()];
        this.variance = new double[mean.length];
    }

    private int channel(int i) {
        Form in = node.in();
        return i / in.area() % in.channels();
    }

    private double parameter(int block, int channel) {
        return parameters[node.blocks().get(block).from() + channel];
    }

    private int count() {
        return rows * node.in().area();
    }

    @Override
    public double[] forward(double[] in) {
        for (int i = 0; i < in.length; i++) {
            mean[channel(i)] += in[i] / count();
        }
        for (int i = 0; i < in.length; i++) {
            variance[channel(i)] += Math.pow(in[i] - mean[channel(i)], 2) / count();
        }
        normal = new double[in.length];
        double[] out = new double[in.length];
        for (int i = 0; i < in.length; i++) {
            int c = channel(i);
            double centre = training ? mean[c] : parameter(2, c);
            double spread = training ? variance[c] : parameter(3, c);
            normal[i] = (in[i] - centre) / Math.sqrt(spread + 1e-5f);
            out[i] = normal[i] * parameter(0, c) + parameter(1, c);
        }
        return out;
    }

    @Override
    public double[] backward(double[] diff, double[] gradient) {
        double[] scale = new double[mean.length];
        double[] shift = new double[mean.length];
        for (int i = 0; i < diff.length; i++) {
            scale[channel(i)] += diff[i] * normal[i];
            shift[channel(i)] += diff[i];
        }
        double[] back = new double[diff.length];
        for (int i = 0; i < diff.length; i++) {
            int c = channel(i);
            back[i] = parameter(0, c)
                    / Math.sqrt(variance[c] + 1e-5f)
                    * (diff[i] - shift[c] / count() - normal[i] * scale[c] / count());
        }
        for (int c = 0; c < mean.length; c++) {
            gradient[node.blocks().get(0).from() + c] += scale[c];
            gradient[node.blocks().get(1).from() + c] += shift[c];
            gradient[node.blocks().get(2).from() + c] += rows * mean[c];
            gradient[node.blocks().get(3).from() + c] += rows * variance[c] * count() / Math.max(1, count() - 1);
        }
        return back;
    }
}
