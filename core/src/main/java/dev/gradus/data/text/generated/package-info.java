/** Texts drawn from a seed, with relations between words that a model can learn. Knows nothing of models. */
@NullMarked
package dev.gradus.data.text.generated;

import org.jspecify.annotations.NullMarked;
