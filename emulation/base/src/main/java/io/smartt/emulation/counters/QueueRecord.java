package io.smartt.emulation.counters;

/**
 * What one queue of one switch port counted in a run.
 *
 * @param switchName the switch
 * @param port egress port number as P4 sees it
 * @param queue priority of the queue; the highest number is served first
 * @param counters of the run
 */
public record QueueRecord(String switchName, int port, int queue, QueueCounters counters) {}
