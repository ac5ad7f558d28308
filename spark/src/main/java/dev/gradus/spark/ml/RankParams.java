package dev.gradus.spark.ml;

import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamValidators;
import org.apache.spark.ml.util.Identifiable;

/** The settings that all our estimators have in common, made for one of them. */
record RankParams(IntParam ranks, IntParam batchSize, Param<String> spool) {

    static RankParams of(Identifiable estimator) {
        return new RankParams(
                new IntParam(
                        estimator,
                        "ranks",
                        "replicas that share the work, each in a task slot of its own (> 0)",
                        ParamValidators.gt(0)),
                new IntParam(
                        estimator,
                        "batchSize",
                        "rows of one step, over all ranks together (> 0)",
                        ParamValidators.gt(0)),
                new Param<>(
                        estimator,
                        "spool",
                        "folder that driver and executors share, for rows on their way to the ranks; empty = none, and"
                                + " Spark carries a copy to each executor"));
    }
}
