package io.smartt.experiment.report;

/**
 * The round-trip times of one flow, from every acknowledgement that had one.
 *
 * @param leastPs the shortest: what the network takes with empty queues, if the flow ever met them
 * @param meanPs their mean
 * @param jitterPs mean difference between one and the next, either way (RFC 3550 section 6.4.1's
 *     difference, not smoothed)
 */
public record RttRecord(long leastPs, long meanPs, long jitterPs) {}
