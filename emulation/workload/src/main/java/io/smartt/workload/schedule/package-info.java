/**
 * Schedules: what the ranks of a job send, receive and compute, and in which order; which hosts
 * they are on. Schedules of all formats are columns of numbers, one row an operation.
 */
@NullMarked
package io.smartt.workload.schedule;

import org.jspecify.annotations.NullMarked;
