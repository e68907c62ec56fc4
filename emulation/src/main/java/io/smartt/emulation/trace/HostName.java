package io.smartt.emulation.trace;

/**
 * A name for an address in the trace.
 *
 * @param ipv4 the address, its first octet in the highest eight bits
 * @param name of the host
 */
public record HostName(int ipv4, String name) {}
