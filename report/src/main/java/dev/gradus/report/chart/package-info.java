/** Pictures as data, and how they become SVG and PNG. Knows nothing of runs. */
@NullMarked
package dev.gradus.report.chart;

import org.jspecify.annotations.NullMarked;
