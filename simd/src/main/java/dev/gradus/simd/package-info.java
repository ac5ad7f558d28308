/** Loops on the Vector API behind the interfaces of core. Knows arrays, not why they are multiplied. */
@NullMarked
package dev.gradus.simd;

import org.jspecify.annotations.NullMarked;
