package io.smartt.experiment.report;

/**
 * The most that a receiver kept to put it in order, over all receivers of a run whose transport has
 * receivers that reorder.
 *
 * @param packets that one connection had taken beyond a gap, at one time
 * @param host the receiver; of several the first by number
 */
public record ReorderPeak(int packets, String host) {}
