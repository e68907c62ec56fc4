/** The journey of one packet: which packet, and what happened to it. Knows no fabric. */
@NullMarked
package io.smartt.experiment.journey;

import org.jspecify.annotations.NullMarked;
