/** Tests of sweeps. */
@NullMarked
package io.smartt.study.sweep;

import org.jspecify.annotations.NullMarked;
