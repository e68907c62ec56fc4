/**
 * The treatment of packets by the queues of a network, seen by agents that send and receive some.
 */
@NullMarked
package io.smartt.testbed.probe;

import org.jspecify.annotations.NullMarked;
