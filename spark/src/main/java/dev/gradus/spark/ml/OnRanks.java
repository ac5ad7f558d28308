package dev.gradus.spark.ml;

import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.Params;

/**
 * The settings that all our estimators have in common. {@code E} is the estimator itself, which must name this
 * interface among its own: Python's way to it does not see what is inherited from an interface by another.
 */
public interface OnRanks<E> extends Params {

    /** The same ones at every call. */
    RankParams rankParams();

    default IntParam ranks() {
        return rankParams().ranks();
    }

    default Param<String> spool() {
        return rankParams().spool();
    }

    default E setRanks(int value) {
        return with(ranks(), value);
    }

    default E setSpool(String folder) {
        return with(spool(), folder);
    }

    /** Sets one of its settings. */
    @SuppressWarnings("unchecked") // an estimator names itself as E
    default <T> E with(Param<T> param, T value) {
        set(param, value);
        return (E) this;
    }
}
