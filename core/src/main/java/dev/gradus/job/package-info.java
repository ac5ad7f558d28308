/** The keys of a job: names, types, defaults, checks. Knows neither how a job is written down nor what its keys do. */
@NullMarked
package dev.gradus.job;

import org.jspecify.annotations.NullMarked;
