/** Tests of the program as its users start it: many processes, faults, wrong input. Knows commands, not classes. */
@NullMarked
package dev.gradus.system;

import org.jspecify.annotations.NullMarked;
