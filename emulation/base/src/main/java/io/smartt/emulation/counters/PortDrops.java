package io.smartt.emulation.counters;

/**
 * What one port of a switch dropped outside its queues, in either direction of its link.
 *
 * @param port number as P4 sees it
 */
public record PortDrops(String switchName, int port, Drops drops) {}
