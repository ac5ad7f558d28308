/** Sums that travel a ring of ranks. Knows links, not how they were made. */
@NullMarked
package dev.gradus.exchange.ring;

import org.jspecify.annotations.NullMarked;
