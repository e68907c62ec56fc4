package io.smartt.emulation.netns;

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
 * Rates and capacities of BMv2's priority queues, which are in packets: the data queue's rate is
 * the link's for full packets, the control queue's the link's for ACKs.
 */
public final class Bmv2Queues {
  private static final int DATA = 0;
  private static final int BITS_PER_BYTE = 8;

  /**
   * Its program decides on trimming before its threads have queued what came before; room for what
   * may be between the two.
   */
  private static final int SLACK_PACKETS = 16;

  private Bmv2Queues() {}

  /**
   * Sets those of a switch.
   *
   * @param name of the switch, for messages
   * @param thrift where its Thrift server listens
   * @param ports by number
   * @param queues of a port, lowest priority first
   * @throws RunFailedException if it cannot be reached or refuses
   */
  public static void set(
      String name,
      InetSocketAddress thrift,
      Map<Integer, Adjacency> ports,
      Function<Adjacency, List<QueueConfig>> queues,
      PacketSizes packets) {
    try (Bmv2Thrift connected = new Bmv2Thrift(name, SocketChannel.open(), thrift)) {
      ports.forEach((number, port) ->
          set(connected, number, port.link().rateBps(), queues.apply(port), packets));
    } catch (IOException e) {
      throw refused(name, thrift, e);
    } catch (UncheckedIOException e) {
      throw refused(name, thrift, e);
    }
  }

  private static RunFailedException refused(String name, InetSocketAddress thrift, Exception e) {
    return new RunFailedException(
        "BMv2 switch %s: its Thrift server at %s:%d cannot be reached: %s"
            .formatted(name, thrift.getHostString(), thrift.getPort(), e.getMessage()),
        e);
  }

  static void set(
      Bmv2Thrift thrift, int port, long rateBps, List<QueueConfig> configs, PacketSizes packets) {
    for (int queue = 0; queue < configs.size(); queue++) {
      int bytes = queue == DATA ? packets.mtuBytes() : packets.ackBytes();
      thrift.setRate(port, queue, Math.max(1, rateBps / ((long) bytes * BITS_PER_BYTE)));
      thrift.setDepth(port, queue, depth(configs.get(queue), bytes));
    }
  }

  private static int depth(QueueConfig config, int packetBytes) {
    long held =
        Math.min(config.capacityPackets(), config.capacityBytes() / packetBytes + SLACK_PACKETS);
    return (int) Math.min(Integer.MAX_VALUE, held + SLACK_PACKETS);
  }
}
