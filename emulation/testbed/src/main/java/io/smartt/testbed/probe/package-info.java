/** What the queues of a network do with packets, seen by agents that send and receive some. */
@NullMarked
package io.smartt.testbed.probe;

import org.jspecify.annotations.NullMarked;
