/** Tests of the readers' shared parts. */
@NullMarked
package io.smartt.emulation.input;

import org.jspecify.annotations.NullMarked;
