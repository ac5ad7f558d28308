/** Connections that nobody on the way can read or change. Knows certificates, not who may hold one. */
@NullMarked
package dev.gradus.exchange.tls;

import org.jspecify.annotations.NullMarked;
