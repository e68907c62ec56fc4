/**
 * Jobs of schedules as workloads: their names, their flows and triggers, and what became of them.
 */
@NullMarked
package io.smartt.workload.jobs;

import org.jspecify.annotations.NullMarked;
