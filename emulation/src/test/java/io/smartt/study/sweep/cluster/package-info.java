/** Tests of sweeps. */
@NullMarked
package io.smartt.study.sweep.cluster;

import org.jspecify.annotations.NullMarked;
