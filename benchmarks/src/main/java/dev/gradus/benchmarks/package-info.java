/** Microbenchmarks and side-by-side runs. Nothing depends on it. */
@NullMarked
package dev.gradus.benchmarks;

import org.jspecify.annotations.NullMarked;
