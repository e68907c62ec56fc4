/** Tests of sweeps. */
@NullMarked
package io.smartt.emulation.sweep.cluster;

import org.jspecify.annotations.NullMarked;
