/** The training loop and the strategies: the one place where data, model, exchange and update meet. */
@NullMarked
package dev.gradus.train;

import org.jspecify.annotations.NullMarked;
