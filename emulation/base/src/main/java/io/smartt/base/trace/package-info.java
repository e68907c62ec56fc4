/** Packet traces: what a fabric tells while it runs, and the pcapng file that keeps it. */
@NullMarked
package io.smartt.base.trace;

import org.jspecify.annotations.NullMarked;
