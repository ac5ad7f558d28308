/** The program of docs/spark.md, as the page shows it, and what runs it. */
@NullMarked
package dev.gradus.spark.tutorial;

import org.jspecify.annotations.NullMarked;
