/** Update rules, schedules and clipping. Knows nothing of where a gradient came from. */
@NullMarked
package dev.gradus.optim;

import org.jspecify.annotations.NullMarked;
