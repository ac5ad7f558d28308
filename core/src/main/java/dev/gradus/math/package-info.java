/** Arithmetic on float arrays and numbers drawn by counter. Knows nothing of models. */
@NullMarked
package dev.gradus.math;

import org.jspecify.annotations.NullMarked;
