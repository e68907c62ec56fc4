/** Tests of the softswitch package. */
@NullMarked
package io.smartt.emulation.softswitch;

import org.jspecify.annotations.NullMarked;
