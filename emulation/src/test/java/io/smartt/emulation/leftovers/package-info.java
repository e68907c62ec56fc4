/** Tests of telling what is left behind. */
@NullMarked
package io.smartt.emulation.leftovers;

import org.jspecify.annotations.NullMarked;
