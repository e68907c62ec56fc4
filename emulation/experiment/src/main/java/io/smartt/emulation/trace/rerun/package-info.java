/** Congestion controllers fed with the answers that a trace recorded. */
@NullMarked
package io.smartt.emulation.trace.rerun;

import org.jspecify.annotations.NullMarked;
