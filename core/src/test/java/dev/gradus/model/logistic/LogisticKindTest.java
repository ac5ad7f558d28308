package dev.gradus.model.logistic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gradus.data.Shape;
import dev.gradus.job.Job;
import dev.gradus.job.JobException;
import dev.gradus.job.KeyList;
import dev.gradus.math.Kernels;
import dev.gradus.model.Model;
import dev.gradus.model.ModelKind;
import java.util.Map;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;

class LogisticKindTest {

    private static final LogisticKind KIND = new LogisticKind();

    @Test
    void serviceLoaderFindsIt() {
        assertThat(ServiceLoader.load(ModelKind.class)).anyMatch(kind -> kind instanceof LogisticKind);
    }

    @Test
    void classesAreThoseOfTheDataUnlessTheJobSaysMore() {
        assertThat(create(Map.of(), 3).shape()).isEqualTo(new Shape(4, 3));
        assertThat(create(Map.of("model.classes", 5L), 3).shape()).isEqualTo(new Shape(4, 5));
        assertThat(create(Map.of("model.classes", 2L, "model.bias", false), 2)
                        .layout()
                        .size())
                .isEqualTo(4);
    }

    @Test
    void fewerClassesThanTheDataHaveAreRefused() {
        assertThatThrownBy(() -> create(Map.of("model.classes", 2L), 3))
                .isInstanceOfSatisfying(
                        JobException.class, e -> assertThat(e.key()).isEqualTo("model.classes"))
                .hasMessage("fewer classes than the data have: model.classes=2, data=3");
    }

    @Test
    void negativePenaltiesAreRefused() {
        assertThatThrownBy(() -> create(Map.of("model.l2", -1.0), 2))
                .isInstanceOf(JobException.class)
                .hasMessageContaining("model.l2=-1.0");
    }

    private static Model create(Map<String, Object> scalars, int classes) {
        return KIND.create(Job.of(new KeyList(KIND.keys()), scalars), new Shape(4, classes), Kernels.plain());
    }
}
