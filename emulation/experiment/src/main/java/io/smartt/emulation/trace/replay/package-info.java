/** Recorded packets sent again. */
@NullMarked
package io.smartt.emulation.trace.replay;

import org.jspecify.annotations.NullMarked;
