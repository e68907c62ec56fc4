/**
 * The embedded switch: ports, traffic manager and packet path around a P4 pipeline. Passive:
 * packets and time are given to it, so it serves virtual and real time alike.
 */
@NullMarked
package io.smartt.softswitch;

import org.jspecify.annotations.NullMarked;
