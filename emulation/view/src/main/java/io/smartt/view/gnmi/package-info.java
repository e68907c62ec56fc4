/** The switches of a run as a gNMI client sees them: counters of interfaces and queues. */
@NullMarked
package io.smartt.view.gnmi;

import org.jspecify.annotations.NullMarked;
