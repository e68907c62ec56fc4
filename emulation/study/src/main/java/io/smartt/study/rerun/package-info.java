/** Congestion controllers fed with the answers that a trace recorded. */
@NullMarked
package io.smartt.study.rerun;

import org.jspecify.annotations.NullMarked;
