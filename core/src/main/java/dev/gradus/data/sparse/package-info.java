/** Rows of few features out of very many: how they are read, ordered, kept and handed out. */
@NullMarked
package dev.gradus.data.sparse;

import org.jspecify.annotations.NullMarked;
