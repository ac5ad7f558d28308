/** Files of sparse rows in formats of others. Knows bytes and rows, not how rows are kept. */
@NullMarked
package dev.gradus.data.sparse.format;

import org.jspecify.annotations.NullMarked;
