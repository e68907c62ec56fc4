/** Wireshark and what it reads of this project: a dissector, a profile and running ports. */
@NullMarked
package io.smartt.realtime.wireshark;

import org.jspecify.annotations.NullMarked;
