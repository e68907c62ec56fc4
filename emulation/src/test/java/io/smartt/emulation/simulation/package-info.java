/** Tests of the simulation package. */
@NullMarked
package io.smartt.emulation.simulation;

import org.jspecify.annotations.NullMarked;
