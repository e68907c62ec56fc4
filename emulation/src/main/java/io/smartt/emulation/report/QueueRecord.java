package io.smartt.emulation.report;

/**
 * What one queue of one switch port counted in a run.
 *
 * @param switchName the switch
 * @param port egress port number as P4 sees it
 * @param queue priority of the queue; the highest number is served first
 * @param enqueued taken in
 * @param dequeued sent
 * @param dropped refused because the queue was full
 * @param trimmed packets that entered this queue cut to their headers by this switch, with their
 *     sizes from before the cut
 * @param marked packets of this queue that got ECN CE
 * @param maxDepthPackets deepest it has been, packets
 * @param maxDepthBytes deepest it has been, bytes
 */
public record QueueRecord(
    String switchName,
    int port,
    int queue,
    Tally enqueued,
    Tally dequeued,
    Tally dropped,
    Tally trimmed,
    Tally marked,
    long maxDepthPackets,
    long maxDepthBytes) {}
