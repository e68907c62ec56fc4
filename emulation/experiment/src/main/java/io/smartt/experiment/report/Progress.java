package io.smartt.experiment.report;

/**
 * The progress of a run.
 *
 * @param timePs experiment time, picoseconds
 * @param bytesDelivered payload placed by receivers so far
 * @param bytesTotal payload of the whole workload
 * @param flowsFinished flows whose last ACK arrived
 * @param flowsTotal flows of the workload
 */
public record Progress(
    long timePs, long bytesDelivered, long bytesTotal, int flowsFinished, int flowsTotal) {}
