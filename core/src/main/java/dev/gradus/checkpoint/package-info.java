/**
 * All that a run needs to go on where it was: how it stands in a file, which files are kept. Knows no ranks and no
 * loop.
 */
@NullMarked
package dev.gradus.checkpoint;

import org.jspecify.annotations.NullMarked;
