/**
 * Schedules of GOAL, the language of LogGOPSim (Hoefler, Siebert, Lumsdaine: Group Operation
 * Assembly Language, ICPP 2009): what each rank sends, receives and computes, and in which order.
 */
@NullMarked
package io.smartt.workload.goal;

import org.jspecify.annotations.NullMarked;
