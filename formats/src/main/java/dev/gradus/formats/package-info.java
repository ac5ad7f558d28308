/** Other people's file formats, in and out. Knows nothing of training. */
@NullMarked
package dev.gradus.formats;

import org.jspecify.annotations.NullMarked;
