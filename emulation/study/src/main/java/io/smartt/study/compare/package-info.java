/** Comparison of runs with the results that another simulator printed for the same scenarios. */
@NullMarked
package io.smartt.study.compare;

import org.jspecify.annotations.NullMarked;
