/**
 * Estimators of Spark ML that train by Gradus. Knows data frames and Spark's models; how ranks run is the business of
 * {@code launch: spark}.
 */
@NullMarked
package dev.gradus.spark.ml;

import org.jspecify.annotations.NullMarked;
