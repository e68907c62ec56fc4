/** Completion times in a fluid model of the network, against which slowdown is measured. */
@NullMarked
package io.smartt.workload.ideal;

import org.jspecify.annotations.NullMarked;
