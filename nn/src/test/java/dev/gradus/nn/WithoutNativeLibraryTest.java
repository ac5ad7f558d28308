package dev.gradus.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.Shape;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.math.Kernels;
import dev.gradus.train.Kinds;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What happens on a platform for which there is no native library; the build gives this test such a JVM. */
@Tag("without-native-library")
class WithoutNativeLibraryTest {

    private static final Kinds KINDS = Kinds.load();

    @Test
    void networksAreRefusedAndThePlatformsThatExistAreNamed() {
        Job job = Job.of(KINDS.keys(), Map.of("model.kind", "mlp", "data.kind", "rings"));

        assertThatThrownBy(() -> KINDS.rowModel(job).create(job, new Shape(2, 4), Kernels.choose("plain")))
                .isInstanceOf(JobException.class)
                .hasMessage("model.kind=mlp: oneDNN for this platform is not on the class path: platform=nowhere; build"
                        + " on one of linux-x86_64, linux-arm64, macosx-x86_64, macosx-arm64, windows-x86_64; logistic"
                        + " regression and word vectors need no native library");
    }

    @Test
    void otherModelsAreMadeAsEver() {
        Job job = Job.of(KINDS.keys(), Map.of("model.kind", "logistic", "data.kind", "rings"));

        assertThat(KINDS.rowModel(job)
                        .create(job, new Shape(2, 4), Kernels.choose("plain"))
                        .layout()
                        .size())
                .isEqualTo(12);
    }
}
