/** Live capture of frames on an interface, through libpcap, which nothing else here needs. */
@NullMarked
package io.smartt.host.capture;

import org.jspecify.annotations.NullMarked;
