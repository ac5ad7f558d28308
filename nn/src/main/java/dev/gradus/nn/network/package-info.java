/** Networks as a job declares them: layers, shapes, parameters. Knows neither how they are computed nor oneDNN. */
@NullMarked
package dev.gradus.nn.network;

import org.jspecify.annotations.NullMarked;
