package dev.gradus.spark.ml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.ml.param.Params;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import py4j.reflection.MethodInvoker;
import py4j.reflection.ReflectionEngine;

/** What PySpark can call of our estimators: py4j looks for methods by rules of its own. */
class PythonCallsTest {

    static Stream<Params> estimators() {
        return Stream.of(new GradusLogisticRegression(), new GradusMlpClassifier(), new GradusWord2Vec());
    }

    private static MethodInvoker found(Params estimator, String method, Object... arguments) {
        return new ReflectionEngine().getMethod(estimator, method, arguments);
    }

    @ParameterizedTest
    @MethodSource("estimators")
    void everySettingOfAnEstimatorIsFound(Params estimator) {
        List<String> setters = Arrays.stream(estimator.getClass().getMethods())
                .filter(method -> method.getDeclaringClass().getName().startsWith("dev.gradus"))
                .map(method -> method.getName())
                .filter(name -> name.startsWith("set"))
                .toList();
        assertThat(setters).contains("setRanks", "setSpool", "setMaxIter");

        assertThat(found(estimator, "setRanks", 2)).isNotNull();
        assertThat(found(estimator, "setSpool", "/tmp")).isNotNull();
        assertThat(found(estimator, "setMaxIter", 3)).isNotNull();
        assertThat(found(estimator, "ranks")).isNotNull();
        if (setters.contains("setBatchSize")) {
            assertThat(found(estimator, "setBatchSize", 10)).isNotNull();
        }
    }
}
