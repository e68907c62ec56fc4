/**
 * The forwarding chip of a router: longest prefix in the VRF of a port, equal-cost paths, classes,
 * queues with WRED, ARP. Around it are the queues and ports of the embedded switch. No I/O, no
 * clock, no configuration.
 */
@NullMarked
package io.smartt.testbed.standin.asic;

import org.jspecify.annotations.NullMarked;
