/** Congestion control: SMaRTT and what it is compared with, one controller a connection. Pure. */
@NullMarked
package io.smartt.host.congestion;

import org.jspecify.annotations.NullMarked;
