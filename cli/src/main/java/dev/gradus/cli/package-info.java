/** The command line: reads what the user wants, wires the parts, prints what came of it. */
@NullMarked
package dev.gradus.cli;

import org.jspecify.annotations.NullMarked;
