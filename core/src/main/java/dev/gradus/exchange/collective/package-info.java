/** Ways to sum over all ranks. Knows links and float ranges, not how the links were made. */
@NullMarked
package dev.gradus.exchange.collective;

import org.jspecify.annotations.NullMarked;
