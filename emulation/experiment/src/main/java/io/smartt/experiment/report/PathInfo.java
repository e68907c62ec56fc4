package io.smartt.experiment.report;

/**
 * The way of a flow through the network.
 *
 * @param links links from sender to receiver, both host links counted
 * @param equalCostPaths how many shortest paths there are
 * @param baseRttPs round trip of one full packet and its ACK on an empty network, picoseconds
 */
public record PathInfo(int links, long equalCostPaths, long baseRttPs) {}
