@NullMarked
package io.smartt.emulation.fabric.virtual.simulation;

import org.jspecify.annotations.NullMarked;
