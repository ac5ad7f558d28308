/** Clicks drawn from a seed, with a hidden model behind them, so that what can be learnt is known. Knows no learner. */
@NullMarked
package dev.gradus.data.sparse.generated;

import org.jspecify.annotations.NullMarked;
