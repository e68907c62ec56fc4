package io.smartt.emulation.softswitch;

/**
 * What one queue has seen since the switch started.
 *
 * @param trimmedPackets packets that entered this queue cut short by this switch, whether its P4
 *     program or its traffic manager cut them
 * @param trimmedBytes what those packets had before
 * @param markedPackets packets that left with CE and had come without
 * @param maxDepthPackets the most packets that waited at one time
 */
public record QueueCounters(
    long enqueuedPackets,
    long enqueuedBytes,
    long dequeuedPackets,
    long dequeuedBytes,
    long droppedPackets,
    long droppedBytes,
    long trimmedPackets,
    long trimmedBytes,
    long markedPackets,
    long markedBytes,
    int maxDepthPackets,
    long maxDepthBytes) {}
