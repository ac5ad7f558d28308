/** A run from its job to its folder, for programs and for the command line. */
@NullMarked
package dev.gradus.run;

import org.jspecify.annotations.NullMarked;
