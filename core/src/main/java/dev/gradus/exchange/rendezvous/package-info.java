/** How ranks find each other and are told of each other's end. Knows addresses, not the work that follows. */
@NullMarked
package dev.gradus.exchange.rendezvous;

import org.jspecify.annotations.NullMarked;
