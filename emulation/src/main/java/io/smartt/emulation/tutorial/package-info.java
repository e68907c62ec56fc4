/**
 * Exercises of the p4lang tutorials, run from their own folders in virtual time: topology and
 * runtime files, virtual hosts that answer ARP and ICMP, and what the exercises' own send and
 * receive scripts do.
 */
@NullMarked
package io.smartt.emulation.tutorial;

import org.jspecify.annotations.NullMarked;
