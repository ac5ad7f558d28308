/** Runs ranks as tasks of Spark. Knows Spark and how ranks join; nothing of models, rows or gradients. */
@NullMarked
package dev.gradus.spark;

import org.jspecify.annotations.NullMarked;
