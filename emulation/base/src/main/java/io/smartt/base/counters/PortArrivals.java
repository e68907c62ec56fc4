package io.smartt.base.counters;

import io.smartt.p4.pipeline.PacketByteCount;

/**
 * The packets that the cable at one switch port has handed to the switch.
 *
 * @param switchName the switch
 * @param port number as P4 sees it
 * @param received whole packets, pause frames among them
 */
public record PortArrivals(String switchName, int port, PacketByteCount received) {}
