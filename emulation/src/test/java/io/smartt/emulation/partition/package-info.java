/** Tests of cuts. */
@NullMarked
package io.smartt.emulation.partition;

import org.jspecify.annotations.NullMarked;
