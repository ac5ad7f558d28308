/**
 * Measures by short runs of a job what forecasts need; knows jobs and how they run, and nothing of what comes of it.
 */
@NullMarked
package dev.gradus.calibrate;

import org.jspecify.annotations.NullMarked;
