/**
 * Workloads, which say who sends how much to whom and when: flows, triggers, connection matrices
 * and their generators.
 */
@NullMarked
package io.smartt.workload;

import org.jspecify.annotations.NullMarked;
