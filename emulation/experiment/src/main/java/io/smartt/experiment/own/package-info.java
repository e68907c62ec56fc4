/** Algorithms of the user's as files: their text or classes, and the compiler. */
@NullMarked
package io.smartt.experiment.own;

import org.jspecify.annotations.NullMarked;
