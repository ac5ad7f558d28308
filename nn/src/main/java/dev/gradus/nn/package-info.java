/** The kinds of model that are networks: from a job to a model of rows. Knows of ranks and exchange nothing. */
@NullMarked
package dev.gradus.nn;

import org.jspecify.annotations.NullMarked;
