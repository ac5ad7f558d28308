package dev.gradus.nn;

import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Networks with layers, sides and windows at random; equal seeds give equal networks. */
final class RandomNetwork {

    private final SplittableRandom random;
    private final List<String> lines = new ArrayList<>();

    private RandomNetwork(SplittableRandom random) {
        this.random = random;
    }

    static Network of(SplittableRandom random) {
        RandomNetwork made = new RandomNetwork(random);
        boolean images = random.nextInt(4) > 0;
        int classes = random.nextInt(2, 6);
        Form input = images
                ? Form.image(random.nextInt(1, 6), random.nextInt(14, 18), random.nextInt(14, 18))
                : Form.flat(random.nextInt(1, 40));
        if (images) {
            made.imageLayers();
        }
        made.flatLayers();
        made.lines.add("dense classes");
        return Network.of(made.lines, input, classes);
    }

    private void imageLayers() {
        maybe("batchnorm", 4);
        for (int i = random.nextInt(1, 4); i > 0; i--) {
            lines.add("convolution " + random.nextInt(1, 40) + window(lines.size() < 2)
                    + (chance(4) ? " bias=false" : ""));
            maybe("batchnorm", 2);
            curve();
            if (chance(3)) {
                residual(i);
            }
            maybe("dropout 0.3", 4);
            if (i > 1) {
                maybe((chance(2) ? "maxpool 2" : "averagepool 2") + (chance(2) ? " stride=1" : ""), 2);
            }
        }
        lines.add(chance(3) ? "averagepool global" : chance(2) ? "maxpool 3 stride=2 padding=1" : "relu");
        lines.add("flatten");
    }

    private void residual(int number) {
        String label = "r" + number;
        lines.set(lines.size() - 1, lines.get(lines.size() - 1) + " as=" + label);
        maybe("tanh", 2);
        maybe("batchnorm", 2);
        maybe("relu", 3);
        lines.add("add " + label);
        maybe("relu", 2);
    }

    private void flatLayers() {
        for (int i = random.nextInt(0, 3); i > 0; i--) {
            maybe("dropout 0.5", 3);
            lines.add("dense " + random.nextInt(1, 50) + (chance(4) ? " bias=false" : ""));
            maybe("batchnorm", 3);
            curve();
        }
    }

    /** Padded so that sides shrink by strides only, but for the first: none may vanish. */
    private String window(boolean first) {
        int kernel = random.nextInt(1, 4);
        int least = first ? 0 : kernel / 2;
        return " kernel=" + kernel + " stride=" + random.nextInt(1, 3) + " padding=" + random.nextInt(least, kernel);
    }

    private void curve() {
        lines.add(List.of("relu", "relu", "tanh", "sigmoid").get(random.nextInt(4)));
    }

    private void maybe(String line, int one) {
        if (chance(one)) {
            lines.add(line);
        }
    }

    private boolean chance(int one) {
        return random.nextInt(one) == 0;
    }
}
