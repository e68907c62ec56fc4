package io.smartt.host.agent;

/**
 * The frames of a host since its agent began.
 *
 * @param sent handed to the kernel
 * @param received of any kind, those for others than the transport included
 * @param lost of those sent, what the kernel refused; and what it lost before the agent saw it
 */
public record FrameCounts(long sent, long received, long lost) {}
