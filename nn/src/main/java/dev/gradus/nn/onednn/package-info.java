/** Networks computed by oneDNN, primitive by primitive. Knows neither jobs nor rows, only arrays of floats. */
@NullMarked
package dev.gradus.nn.onednn;

import org.jspecify.annotations.NullMarked;
