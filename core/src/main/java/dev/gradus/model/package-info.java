/**
 * Loss and gradient over a flat parameter vector, and how a model is stored. Knows nothing of peers or update rules.
 */
@NullMarked
package dev.gradus.model;

import org.jspecify.annotations.NullMarked;
