package io.smartt.emulation.lab;

/**
 * A node of a lab.
 *
 * @param name of the node
 * @param kind {@code host} or {@code switch}
 * @param address IPv4 address of a host; of a switch its device id of P4Runtime
 * @param place network namespace that it is in; empty where there is none
 */
public record LabNode(String name, String kind, String address, String place) {}
