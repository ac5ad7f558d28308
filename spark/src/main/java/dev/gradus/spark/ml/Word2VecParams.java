package dev.gradus.spark.ml;

import org.apache.spark.ml.param.DoubleParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.Identifiable;

/** The settings of Spark's Word2Vec, by its names, as our estimator has them. */
record Word2VecParams(
        Param<String> inputCol,
        Param<String> outputCol,
        IntParam vectorSize,
        IntParam windowSize,
        IntParam minCount,
        IntParam maxSentenceLength,
        IntParam maxIter,
        DoubleParam stepSize,
        LongParam seed) {

    static Word2VecParams of(Identifiable estimator) {
        return new Word2VecParams(
                new Param<>(estimator, "inputCol", "column of sentences, each an array of strings"),
                new Param<>(estimator, "outputCol", "column of the model's output, the mean vector of a sentence"),
                whole(estimator, "vectorSize", "numbers in a word's vector (> 0)"),
                whole(estimator, "windowSize", "words on each side that count as neighbours (> 0)"),
                new IntParam(
                        estimator,
                        "minCount",
                        "words that occur less often are left out (>= 0)",
                        ParamValidators.gtEq(0)),
                whole(estimator, "maxSentenceLength", "words after which a sentence is cut (> 0)"),
                whole(estimator, "maxIter", "passes over the sentences (> 0)"),
                new DoubleParam(
                        estimator,
                        "stepSize",
                        "rate of the first step, which falls to a ten-thousandth of it (> 0)",
                        ParamValidators.gt(0)),
                new LongParam(estimator, "seed", "start of every random choice"));
    }

    private static IntParam whole(Identifiable estimator, String name, String doc) {
        return new IntParam(estimator, name, doc, ParamValidators.gt(0));
    }
}
