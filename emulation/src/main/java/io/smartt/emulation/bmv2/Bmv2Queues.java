package io.smartt.emulation.bmv2;

import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.PacketSizes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
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
      adjacencies.forEach(adjacency -> set(thrift, adjacency.port(), adjacency));
    }
  }

  /**
   * Sets those of ports, which the switch may number as it likes.
   *
   * @param name of the switch, for messages
   * @param at where the switch's Thrift service is
   * @throws RunFailedException if it cannot be reached or refuses
   */
  public void set(String name, InetSocketAddress at, Map<Integer, Adjacency> ports) {
    try (SocketChannel socket = SocketChannel.open();
        Bmv2Thrift thrift = new Bmv2Thrift(name, socket, at)) {
      ports.forEach((number, adjacency) -> set(thrift, number, adjacency));
    } catch (IOException e) {
      throw unreached(name, at, e);
    } catch (UncheckedIOException e) {
      throw unreached(name, at, e);
    }
  }

  private static RunFailedException unreached(String name, InetSocketAddress at, Exception e) {
    return new RunFailedException(
        "BMv2 switch %s: its Thrift server at %s:%d cannot be reached: %s"
            .formatted(name, at.getHostString(), at.getPort(), e.getMessage()),
        e);
  }

  private void set(Bmv2Thrift thrift, int port, Adjacency adjacency) {
    List<QueueConfig> configs = queues.apply(adjacency);
    for (int queue = 0; queue < configs.size(); queue++) {
      int bytes = queue == DATA ? packets.mtuBytes() : packets.ackBytes();
      long rate = adjacency.link().rateBps() / ((long) bytes * BITS_PER_BYTE);
      thrift.setRate(port, queue, Math.max(1, rate));
      thrift.setDepth(port, queue, depth(configs.get(queue), bytes));
    }
  }

  private static int depth(QueueConfig config, int packetBytes) {
    long held =
        Math.min(config.capacityPackets(), config.capacityBytes() / packetBytes + SLACK_PACKETS);
    return (int) Math.min(Integer.MAX_VALUE, held + SLACK_PACKETS);
  }
}
