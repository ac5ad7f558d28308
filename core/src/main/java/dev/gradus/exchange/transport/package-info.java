/** Links between two ranks. Knows bytes and peers, not what the numbers mean. */
@NullMarked
package dev.gradus.exchange.transport;

import org.jspecify.annotations.NullMarked;
