/** Tables, plots and pages from the figures of runs. Reads results, never trains. */
@NullMarked
package dev.gradus.report;

import org.jspecify.annotations.NullMarked;
