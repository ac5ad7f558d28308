/** Tables of rows on servers, and how workers pull and push them. Knows neither a model nor a batch. */
@NullMarked
package dev.gradus.server;

import org.jspecify.annotations.NullMarked;
