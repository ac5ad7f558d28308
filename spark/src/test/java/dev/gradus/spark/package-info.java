/** Tests of ranks in Spark, in this process and in executors of their own. */
@NullMarked
package dev.gradus.spark;

import org.jspecify.annotations.NullMarked;
