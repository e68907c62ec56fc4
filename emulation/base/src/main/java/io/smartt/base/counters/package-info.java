/** The counts of a switch's queues, on every fabric and in every report. */
@NullMarked
package io.smartt.base.counters;

import org.jspecify.annotations.NullMarked;
