/** Comparison of runs with the results that another simulator printed for the same scenarios. */
@NullMarked
package io.smartt.emulation.compare;

import org.jspecify.annotations.NullMarked;
