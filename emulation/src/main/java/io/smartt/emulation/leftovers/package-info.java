/** Telling what a run that was killed left behind from what a run uses. */
@NullMarked
package io.smartt.emulation.leftovers;

import org.jspecify.annotations.NullMarked;
