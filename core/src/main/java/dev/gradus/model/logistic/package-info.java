/** Logistic regression, binary and multiclass, on dense rows. Knows nothing of peers or update rules. */
@NullMarked
package dev.gradus.model.logistic;

import org.jspecify.annotations.NullMarked;
