/** The ledger, counters and the log of a run. Is called by everyone and calls nobody. */
@NullMarked
package dev.gradus.metrics;

import org.jspecify.annotations.NullMarked;
