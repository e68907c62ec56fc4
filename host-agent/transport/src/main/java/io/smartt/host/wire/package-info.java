/** Frames as bytes: Ethernet, IPv4, UDP and the Ultra Ethernet PDS and SES headers. */
@NullMarked
package io.smartt.host.wire;

import org.jspecify.annotations.NullMarked;
