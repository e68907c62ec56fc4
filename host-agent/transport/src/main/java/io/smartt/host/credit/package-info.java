/** Receiver-driven congestion control: credit that receivers grant and senders spend. Pure. */
@NullMarked
package io.smartt.host.credit;

import org.jspecify.annotations.NullMarked;
