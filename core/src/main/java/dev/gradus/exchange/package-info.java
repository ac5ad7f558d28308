/** How ranks agree on float ranges. Knows ranks and numbers, never models, batches or optimizers. */
@NullMarked
package dev.gradus.exchange;

import org.jspecify.annotations.NullMarked;
