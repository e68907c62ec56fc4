package io.smartt.host.transport;

/**
 * The destination of a connection.
 *
 * @param ipv4 address of the host, as the big-endian integer of its four bytes
 * @param mac the first hop's (a gateway's, or the host's own), low 48 bits
 */
public record Destination(int ipv4, long mac) {}
