/** JSON text in and out. Knows no type of ours. */
@NullMarked
package dev.gradus.json;

import org.jspecify.annotations.NullMarked;
