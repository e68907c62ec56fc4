package io.smartt.experiment.report;

/**
 * The cost of a run. Differs from run to run, so it is in {@code summary.json} and in no CSV.
 *
 * @param packetHops packets that left a switch pipeline or were dropped there, summed over switches
 * @param wallSeconds from the start of the run to its last event
 * @param cpuSeconds of the whole process, all threads
 * @param peakRssBytes most memory that the process held; 0 where the system does not tell
 */
public record RunCost(long packetHops, double wallSeconds, double cpuSeconds, long peakRssBytes) {}
