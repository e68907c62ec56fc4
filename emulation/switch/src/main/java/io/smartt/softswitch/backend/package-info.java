/**
 * The parts of a switch that P4Runtime does not reach: rates, wires, queues and counters, on any
 * kind.
 */
@NullMarked
package io.smartt.softswitch.backend;

import org.jspecify.annotations.NullMarked;
