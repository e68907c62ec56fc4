package io.smartt.experiment.journey;

import io.smartt.softswitch.QueueConfig;

/**
 * A queue of a switch at one time.
 *
 * @param depthPackets that wait
 * @param depthBytes of them
 * @param bounds how much may wait
 */
public record QueueState(
    int port, int queue, int depthPackets, long depthBytes, QueueConfig bounds) {}
