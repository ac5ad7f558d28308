package dev.gradus.nn.network;

import dev.gradus.job.Names;
import dev.gradus.nn.network.Layer.Window;
import java.util.List;

/** Reads layers from lines. */
final class LayerParser {

    private static final List<String> WORDS = List.of(
            "convolution",
            "maxpool",
            "averagepool",
            "dense",
            "relu",
            "tanh",
            "sigmoid",
            "dropout",
            "batchnorm",
            "flatten",
            "add");

    private static final String CLASSES = "classes";

    private final int classes;

    /** {@code classes} is the width that the word {@code classes} stands for. */
    LayerParser(int classes) {
        this.classes = classes;
    }

    /** The layer of a line, with all that the line says used up but labels and names. */
    Layer parse(LayerLine line) {
        return switch (line.word()) {
            case "convolution" -> convolution(line);
            case "maxpool" -> new Layer.Pool(true, poolWindow(line, line.first("a kernel, like maxpool 2")));
            case "averagepool" -> averagePool(line);
            case "dense" -> dense(line);
            case "relu" -> new Layer.Activation(Curve.RELU);
            case "tanh" -> new Layer.Activation(Curve.TANH);
            case "sigmoid" -> new Layer.Activation(Curve.SIGMOID);
            case "dropout" -> dropout(line);
            case "batchnorm" -> new Layer.BatchNorm();
            case "flatten" -> new Layer.Flatten();
            case "add" -> new Layer.Add(line.first("the label of an earlier layer, like add before"));
            default ->
                throw line.error("unknown layer" + Names.didYouMean(line.word(), WORDS) + "; layers are "
                        + String.join(", ", WORDS));
        };
    }

    private static Layer convolution(LayerLine line) {
        int channels = line.whole("channels", line.first("channels, like convolution 32 kernel=3"), 1);
        int kernel = line.whole("kernel", 3, 1);
        Window window = new Window(kernel, line.whole("stride", 1, 1), line.whole("padding", 0, 0));
        if (window.padding() >= kernel) {
            throw line.error("padding reaches past the kernel: padding=" + window.padding() + ", kernel=" + kernel);
        }
        return new Layer.Convolution(channels, window, line.flag("bias", true));
    }

    private static Layer averagePool(LayerLine line) {
        String kernel = line.first("a kernel or the word global, like averagepool 2");
        return kernel.equals("global") ? new Layer.GlobalPool() : new Layer.Pool(false, poolWindow(line, kernel));
    }

    private static Window poolWindow(LayerLine line, String text) {
        int kernel = line.whole("kernel", text, 1);
        Window window = new Window(kernel, line.whole("stride", kernel, 1), line.whole("padding", 0, 0));
        if (2 * window.padding() > kernel) {
            throw line.error(
                    "padding is more than half of the kernel: padding=" + window.padding() + ", kernel=" + kernel);
        }
        return window;
    }

    private Layer dense(LayerLine line) {
        String width = line.first("a width, like dense 128, or the word classes");
        return new Layer.Dense(
                width.equals(CLASSES) ? classes : line.whole("width", width, 1), line.flag("bias", true));
    }

    private static Layer dropout(LayerLine line) {
        String text = line.first("the share of values that it drops, like dropout 0.5");
        double rate = Double.NaN;
        try {
            rate = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw badRate(line, text);
        }
        if (!(rate >= 0 && rate < 1)) {
            throw badRate(line, text);
        }
        return new Layer.Dropout(rate);
    }

    private static RuntimeException badRate(LayerLine line, String text) {
        return line.error("bad share: " + text + "; write a number of at least 0 and below 1");
    }
}
