/** Recorded packets sent again. */
@NullMarked
package io.smartt.experiment.trace.replay;

import org.jspecify.annotations.NullMarked;
