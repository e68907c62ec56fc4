/** Tests of what traces tell. */
@NullMarked
package io.smartt.experiment.trace.analysis;

import org.jspecify.annotations.NullMarked;
