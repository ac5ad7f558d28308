/** The model of docs/tutorial.md, word for word, and what it keeps to. */
@NullMarked
package dev.gradus.tutorial;

import org.jspecify.annotations.NullMarked;
