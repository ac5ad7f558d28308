/** Run folders as one page: what they hold, what follows from it in words, and the pictures. Never trains. */
@NullMarked
package dev.gradus.report.html;

import org.jspecify.annotations.NullMarked;
