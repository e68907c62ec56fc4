package io.smartt.emulation.softswitch.backend;

import io.smartt.emulation.counters.QueueCounters;
import io.smartt.emulation.softswitch.QueueConfig;

/**
 * One queue at one moment.
 *
 * @param queue 0 is the lowest priority
 */
public record QueueStatus(
    int port,
    int queue,
    QueueConfig config,
    int depthPackets,
    long depthBytes,
    QueueCounters counters) {}
