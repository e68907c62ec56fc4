/** Tests of the package. */
@NullMarked
package io.smartt.emulation.stf;

import org.jspecify.annotations.NullMarked;
