package dev.gradus.nn;

import dev.gradus.data.Prefetch;
import dev.gradus.job.Key;
import dev.gradus.model.logistic.LogisticKind;
import dev.gradus.nn.onednn.Precision;
import java.util.Arrays;
import java.util.List;

/** The keys of networks. */
final class NetworkKeys {

    static final Key<List<String>> LAYERS = Key.list(
            "model.layers",
            List.of(),
            "the layers of the network, one a line, like: convolution 32 kernel=3, relu, maxpool 2, flatten, dense"
                    + " classes; empty = those of the published network of its kind");

    static final Key<String> PRECISION = Key.choice(
            "model.precision",
            Precision.FLOAT32.text(),
            Arrays.stream(Precision.values()).map(Precision::text).toList(),
            "numbers that layers compute with; parameters and gradients are float32 in any case, and bf16 needs a"
                    + " processor that has it");

    static final String AUTO = "auto";

    static final Key<String> CONVOLUTION = Key.choice(
            "model.convolution",
            AUTO,
            List.of(AUTO, "direct"),
            "how convolutions are computed: direct = by oneDNN, every weight times every value; auto = those of 3x3 with"
                    + " float32 in fewer multiplications, where kernels=simd has 16 floats a register and channels are"
                    + " multiples of 32; gradients differ by some 1e-6");

    private NetworkKeys() {}

    static List<Key<?>> all() {
        return List.of(LAYERS, PRECISION, CONVOLUTION, LogisticKind.L2, Prefetch.KEY);
    }
}
