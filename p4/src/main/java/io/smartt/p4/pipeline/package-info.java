/**
 * Runs a P4 program: packet in, packet out, with the tables, counters and registers it needs. Pure:
 * no I/O, no clock, no threads; time and randomness are arguments.
 */
@NullMarked
package io.smartt.p4.pipeline;

import org.jspecify.annotations.NullMarked;
