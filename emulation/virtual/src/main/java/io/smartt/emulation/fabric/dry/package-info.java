/** The dry fabric: checks and prices an experiment, and runs nothing. */
@NullMarked
package io.smartt.emulation.fabric.dry;

import org.jspecify.annotations.NullMarked;
