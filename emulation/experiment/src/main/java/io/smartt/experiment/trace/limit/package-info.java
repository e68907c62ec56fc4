/** The limits of what of all packets goes into a capture. */
@NullMarked
package io.smartt.experiment.trace.limit;

import org.jspecify.annotations.NullMarked;
