package io.smartt.emulation.topology;

import io.smartt.host.congestion.Bdp;

/**
 * Properties of the path between two hosts on an empty network, for a packet and its ACK.
 *
 * @param links from sender to receiver, both host links counted
 * @param equalCostPaths shortest paths between them
 * @param oneWayLatencyPs sum of the latencies of links and switches one way
 * @param dataSerialisationPs store-and-forward of one data packet, summed over the links
 * @param ackSerialisationPs store-and-forward of one ACK, summed over the links
 * @param bottleneckBps rate of the slowest link; of a host with several ports the sum over them of
 *     the slowest link beyond each, but at most the host's own rate
 */
public record PathProfile(
    int links,
    long equalCostPaths,
    long oneWayLatencyPs,
    long dataSerialisationPs,
    long ackSerialisationPs,
    long bottleneckBps) {

  /** From the first bit of the packet out of the sender to the last bit of its ACK back. */
  public long baseRttPs() {
    return 2 * oneWayLatencyPs + dataSerialisationPs + ackSerialisationPs;
  }

  /** From the first bit of the packet out of the sender to its last bit at the receiver. */
  public long oneWayPs() {
    return oneWayLatencyPs + dataSerialisationPs;
  }

  /** Bandwidth-delay product: what the path carries in a base RTT, rounded to bytes. */
  public long bdpBytes() {
    return Bdp.bytes(baseRttPs(), bottleneckBps);
  }
}
