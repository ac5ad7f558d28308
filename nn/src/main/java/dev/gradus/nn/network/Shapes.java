package dev.gradus.nn.network;

import dev.gradus.model.Layout.Block;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What comes out of a layer and which parameters it has, given what goes in. */
final class Shapes {

    private Shapes() {}

    static Form output(Layer layer, Form in, LayerLine line) {
        try {
            Form out = form(layer, in, line);
            out.size();
            return out;
        } catch (ArithmeticException e) {
            throw line.error("output is too large: input=" + in);
        }
    }

    private static Form form(Layer layer, Form in, LayerLine line) {
        if (layer instanceof Layer.Convolution convolution) {
            return windows(convolution.window(), convolution.channels(), in, line);
        }
        if (layer instanceof Layer.Pool pool) {
            return windows(pool.window(), in.channels(), in, line);
        }
        if (layer instanceof Layer.GlobalPool) {
            needImage(in, line);
            return Form.image(in.channels(), 1, 1);
        }
        if (layer instanceof Layer.Dense dense) {
            if (!in.flat()) {
                throw line.error("needs a flat input: input=" + in + "; put flatten before it");
            }
            return Form.flat(dense.width());
        }
        return layer instanceof Layer.Flatten ? Form.flat(in.size()) : in;
    }

    private static Form windows(Layer.Window window, int channels, Form in, LayerLine line) {
        needImage(in, line);
        int height = window.along(in.height());
        int width = window.along(in.width());
        if (height < 1 || width < 1) {
            throw line.error("output would be empty: input=" + in);
        }
        return Form.image(channels, height, width);
    }

    private static void needImage(Form in, LayerLine line) {
        if (in.flat()) {
            throw line.error("needs images: input=" + in
                    + " values in a row; use model.kind cnn and data of images, and flatten only behind it");
        }
    }

    /** What the parameters of such a layer are called, or null where there are none. */
    static @Nullable String name(Layer layer) {
        if (layer instanceof Layer.Convolution) {
            return "conv";
        }
        if (layer instanceof Layer.Dense) {
            return "dense";
        }
        return layer instanceof Layer.BatchNorm ? "batchnorm" : null;
    }

    /** The parameters of a layer, which start at {@code from} of the vector. */
    static List<Block> blocks(Layer layer, Form in, String name, int from, LayerLine line) {
        BlockList blocks = new BlockList(name, from);
        try {
            if (layer instanceof Layer.Convolution convolution) {
                int kernel = convolution.window().kernel();
                int channels = convolution.channels();
                blocks.weights(List.of(channels, in.channels(), kernel, kernel), channels, convolution.bias());
            } else if (layer instanceof Layer.Dense dense) {
                blocks.weights(List.of(dense.width(), in.size()), dense.width(), dense.bias());
            } else {
                blocks.add("weight", List.of(in.channels()), false);
                blocks.add("bias", List.of(in.channels()), false);
                blocks.add("running_mean", List.of(in.channels()), true);
                blocks.add("running_var", List.of(in.channels()), true);
            }
        } catch (ArithmeticException e) {
            throw line.error("has more parameters than one vector can hold: input=" + in + ", before it=" + from);
        }
        return blocks.list;
    }

    /** Blocks of one layer, one after the other, under the names that PyTorch gives them. */
    private static final class BlockList {

        private final String name;
        private final List<Block> list = new ArrayList<>();
        private int next;

        BlockList(String name, int from) {
            this.name = name;
            this.next = from;
        }

        void weights(List<Integer> dimensions, int outputs, boolean bias) {
            add("weight", dimensions, false);
            if (bias) {
                add("bias", List.of(outputs), false);
            }
        }

        void add(String part, List<Integer> dimensions, boolean averaged) {
            Block block = new Block(name + "." + part, next, dimensions, averaged);
            next = Math.addExact(next, block.size());
            list.add(block);
        }
    }
}
