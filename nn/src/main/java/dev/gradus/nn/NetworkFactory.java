package dev.gradus.nn;

import dev.gradus.data.Prefetch;
import dev.gradus.data.Shape;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.math.Kernels;
import dev.gradus.model.Model;
import dev.gradus.model.logistic.LogisticKind;
import dev.gradus.nn.network.Form;
import dev.gradus.nn.network.Network;
import dev.gradus.nn.onednn.Convolutions;
import dev.gradus.nn.onednn.OneDnn;
import dev.gradus.nn.onednn.Precision;
import dev.gradus.optim.RowRules;
import dev.gradus.train.JobKeys;
import java.util.Arrays;
import java.util.List;

/** Makes a model from a job, or refuses with a JobException. */
final class NetworkFactory {

    private NetworkFactory() {}

    static Model create(String kind, Job job, Kernels kernels, Shape shape, Form input, List<String> layers) {
        RowRules.refuse(job);
        List<String> lines = job.get(NetworkKeys.LAYERS);
        Network network = Network.of(lines.isEmpty() ? layers : lines, input, shape.classes());
        OneDnn.missing().ifPresent(problem -> {
            throw refused(kind, problem);
        });
        Precision precision = precision(job);
        boolean fewer = job.get(NetworkKeys.CONVOLUTION).equals(NetworkKeys.AUTO);
        NetworkModel.Settings settings = new NetworkModel.Settings(
                precision,
                fewer ? Convolutions.fewer(kernels, precision) : Convolutions.direct(),
                job.get(LogisticKind.L2),
                job.get(JobKeys.SEED),
                Prefetch.wanted(job.get(Prefetch.KEY), job.integer(JobKeys.RANKS)));
        return new NetworkModel(kind, shape, network, settings);
    }

    static JobException refused(String kind, String problem) {
        return new JobException(
                JobKeys.MODEL_KIND.name(),
                JobKeys.MODEL_KIND + "=" + kind + ": " + problem
                        + "; logistic regression and word vectors need no native library");
    }

    private static Precision precision(Job job) {
        Precision precision = Arrays.stream(Precision.values())
                .filter(value -> value.text().equals(job.get(NetworkKeys.PRECISION)))
                .findFirst()
                .orElseThrow();
        if (precision == Precision.BF16 && !OneDnn.hasBf16()) {
            throw new JobException(
                    NetworkKeys.PRECISION.name(),
                    NetworkKeys.PRECISION + "=" + precision.text() + " needs a processor with avx512_bf16 or amx_bf16,"
                            + " but this one is: " + OneDnn.describe() + "; set it to " + Precision.FLOAT32.text());
        }
        return precision;
    }
}
