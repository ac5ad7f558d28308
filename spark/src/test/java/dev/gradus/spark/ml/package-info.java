/** Tests of the estimators in a Spark application of this process. */
@NullMarked
package dev.gradus.spark.ml;

import org.jspecify.annotations.NullMarked;
