package io.smartt.controller.forwarding;

/**
 * A host of a {@link FabricModel}.
 *
 * @param ipv4 big-endian, as an unsigned 32-bit integer; unique in the fabric
 * @param mac 48 bits
 */
public record FabricHost(String name, int ipv4, long mac) {}
