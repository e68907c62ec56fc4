/** The event engine of the virtual fabric: a clock in picoseconds and what happens next. Pure. */
@NullMarked
package io.smartt.virtual.simulation;

import org.jspecify.annotations.NullMarked;
