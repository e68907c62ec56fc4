/** The gRPC service for what P4Runtime lacks: port rates, queue capacities, queue counters. */
@NullMarked
package io.smartt.switchd.ctl;

import org.jspecify.annotations.NullMarked;
