/**
 * The container image: a run time linked from the JDK at hand, the program, what C library it
 * needs.
 */
@NullMarked
package io.smartt.emulation.image;

import org.jspecify.annotations.NullMarked;
