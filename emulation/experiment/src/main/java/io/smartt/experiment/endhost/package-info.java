/** End hosts that answer ARP and pings, and the frames that they speak. */
@NullMarked
package io.smartt.experiment.endhost;

import org.jspecify.annotations.NullMarked;
