package io.smartt.emulation.netns;

import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.PacketSizes;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.function.Function;

/**
 * Sets the queues of a BMv2 switch over Thrift: a rate in packets a second and a capacity in
 * packets each.
 *
 * @param queues of a port, lowest priority first
 * @param packets what a packet of the data queue and one of the others has
 */
public record Bmv2Queues(Function<Adjacency, List<QueueConfig>> queues, PacketSizes packets) {
  private static final int DATA = 0;
  private static final int BITS_PER_BYTE = 8;

  /**
   * Its program decides on trimming before its threads have queued what came before; room for what
   * may be between the two.
   */
  private static final int SLACK_PACKETS = 16;

  /** How many queues a port has. */
  public int count(List<Adjacency> adjacencies) {
    return adjacencies.isEmpty() ? 1 : queues.apply(adjacencies.getFirst()).size();
  }

  /**
   * Sets those of all ports.
   *
   * @param name of the switch, for messages
   * @param socket not connected yet; closed here
   * @param at where the switch's Thrift service is
   */
  public void set(
      String name, SocketChannel socket, InetSocketAddress at, List<Adjacency> adjacencies) {
    try (Bmv2Thrift thrift = new Bmv2Thrift(name, socket, at)) {
      for (Adjacency adjacency : adjacencies) {
        List<QueueConfig> configs = queues.apply(adjacency);
        for (int queue = 0; queue < configs.size(); queue++) {
          int bytes = queue == DATA ? packets.mtuBytes() : packets.ackBytes();
          long rate = adjacency.link().rateBps() / ((long) bytes * BITS_PER_BYTE);
          thrift.setRate(adjacency.port(), queue, Math.max(1, rate));
          thrift.setDepth(adjacency.port(), queue, depth(configs.get(queue), bytes));
        }
      }
    }
  }

  private static int depth(QueueConfig config, int packetBytes) {
    long held =
        Math.min(config.capacityPackets(), config.capacityBytes() / packetBytes + SLACK_PACKETS);
    return (int) Math.min(Integer.MAX_VALUE, held + SLACK_PACKETS);
  }
}
