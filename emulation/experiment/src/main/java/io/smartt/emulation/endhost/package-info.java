/** End hosts that answer ARP and pings, and the frames that they speak. */
@NullMarked
package io.smartt.emulation.endhost;

import org.jspecify.annotations.NullMarked;
