/** Word vectors learnt from the neighbours of words: CBOW and skip-gram. Knows neither files nor ranks. */
@NullMarked
package dev.gradus.model.word2vec;

import org.jspecify.annotations.NullMarked;
