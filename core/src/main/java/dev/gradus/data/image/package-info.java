/** Images as bytes: files, generated ones, how bytes become numbers and are varied. Knows nothing of models. */
@NullMarked
package dev.gradus.data.image;

import org.jspecify.annotations.NullMarked;
