/** The gRPC service beside P4Runtime: port rates, queue capacities, queue counters. */
@NullMarked
package io.smartt.emulation.softswitch.ctl;

import org.jspecify.annotations.NullMarked;
