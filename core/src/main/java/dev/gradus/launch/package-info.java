/** Starts the ranks of a run, as threads or as processes, and ends them. Knows nothing of gradients. */
@NullMarked
package dev.gradus.launch;

import org.jspecify.annotations.NullMarked;
