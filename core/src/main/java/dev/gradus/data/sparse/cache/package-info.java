/** Sparse rows in a file: counted, re-numbered, coded, checked and read. Knows no format but its own. */
@NullMarked
package dev.gradus.data.sparse.cache;

import org.jspecify.annotations.NullMarked;
