/** Flows of a workload: when they start, how they progress, and what is recorded of them. */
@NullMarked
package io.smartt.experiment.traffic;

import org.jspecify.annotations.NullMarked;
