/** Texts as numbers of words: files, tokenisers, vocabulary, encoded corpus. Knows nothing of models. */
@NullMarked
package dev.gradus.data.text;

import org.jspecify.annotations.NullMarked;
