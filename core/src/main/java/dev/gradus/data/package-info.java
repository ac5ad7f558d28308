/** Sources of rows, the sample plan and the batches cut by it. Knows nothing of models or ranks' links. */
@NullMarked
package dev.gradus.data;

import org.jspecify.annotations.NullMarked;
