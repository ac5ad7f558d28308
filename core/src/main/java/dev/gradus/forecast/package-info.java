/** What more ranks would gain: from measured costs to tables. Knows neither jobs nor models, and measures nothing. */
@NullMarked
package dev.gradus.forecast;

import org.jspecify.annotations.NullMarked;
