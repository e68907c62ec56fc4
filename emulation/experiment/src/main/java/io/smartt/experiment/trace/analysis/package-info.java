/**
 * Flows, queues and windows worked out from the packets of captures alone, and recorded packets
 * sent again.
 */
@NullMarked
package io.smartt.experiment.trace.analysis;

import org.jspecify.annotations.NullMarked;
