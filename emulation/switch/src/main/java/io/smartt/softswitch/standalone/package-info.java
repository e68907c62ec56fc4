/**
 * A P4 switch as a process of its own: real time, real ports, P4Runtime over TCP. The packet path
 * is the one of the virtual fabric; only who drives it differs.
 */
@NullMarked
package io.smartt.softswitch.standalone;

import org.jspecify.annotations.NullMarked;
