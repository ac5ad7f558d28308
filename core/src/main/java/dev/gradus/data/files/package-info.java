/** Reading files by several threads and making files whole or not at all. Knows nothing of what stands in them. */
@NullMarked
package dev.gradus.data.files;

import org.jspecify.annotations.NullMarked;
