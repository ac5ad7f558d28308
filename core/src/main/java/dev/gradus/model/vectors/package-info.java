/**
 * Trained vectors of words: what is near to what, how good they are, how they are stored. Knows nothing of training.
 */
@NullMarked
package dev.gradus.model.vectors;

import org.jspecify.annotations.NullMarked;
