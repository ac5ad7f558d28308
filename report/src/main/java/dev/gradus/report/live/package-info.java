/** A page that shows a run while it goes on, from its folder. Knows nothing of how runs are made. */
@NullMarked
package dev.gradus.report.live;

import org.jspecify.annotations.NullMarked;
