/** Tests of sweeps. */
@NullMarked
package io.smartt.emulation.sweep;

import org.jspecify.annotations.NullMarked;
