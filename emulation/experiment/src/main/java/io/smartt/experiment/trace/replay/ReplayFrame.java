package io.smartt.experiment.trace.replay;

/**
 * A recorded packet to send again.
 *
 * @param timePs since the first packet of the trace
 * @param source IPv4 address of the host that sends it
 * @param bytes what was captured of it, from the Ethernet header on; not copied
 * @param wireBytes its whole length
 */
@SuppressWarnings("ArrayRecordComponent") // thousands of packets; nobody compares them
public record ReplayFrame(long timePs, int source, byte[] bytes, int wireBytes) {}
