/** The transport: connections, reliability, messages. No I/O, no threads, no clock. */
@NullMarked
package io.smartt.host.transport;

import org.jspecify.annotations.NullMarked;
