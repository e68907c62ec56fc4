/** What a queue of a switch counts, on every fabric and in every report. */
@NullMarked
package io.smartt.emulation.counters;

import org.jspecify.annotations.NullMarked;
