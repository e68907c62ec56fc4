/** Tests of what traces tell. */
@NullMarked
package io.smartt.emulation.trace.analysis;

import org.jspecify.annotations.NullMarked;
