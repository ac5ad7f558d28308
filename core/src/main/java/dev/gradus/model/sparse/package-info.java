/** Models of many features as other parts of the system see them: stored, read back and scored. */
@NullMarked
package dev.gradus.model.sparse;

import org.jspecify.annotations.NullMarked;
