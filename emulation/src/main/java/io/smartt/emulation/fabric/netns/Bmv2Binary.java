package io.smartt.emulation.fabric.netns;

import io.smartt.emulation.bmv2.Bmv2Queues;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.SwitchCounters;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.PacketSizes;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * BMv2's {@code simple_switch_grpc}. Its queues have a rate in packets a second and a capacity in
 * packets, set over Thrift; it delays nothing and loses nothing on purpose, and counts nothing of
 * its queues, so that marks and trims are the P4 program's own counters.
 */
public final class Bmv2Binary implements SwitchBinary {
  private static final String NAME = "simple_switch_grpc";
  private static final int THRIFT_PORTS = 9090;

  private final Path binary;
  private final Topology topology;
  private final Bmv2Queues queues;
  private final NamespaceGrpc sockets;

  Bmv2Binary(
      NamespaceNetwork network,
      Topology topology,
      Function<Adjacency, List<QueueConfig>> queues,
      PacketSizes packets) {
    this.binary = find();
    this.topology = topology;
    this.queues = new Bmv2Queues(queues, packets);
    sockets = new NamespaceGrpc(network.switches());
  }

  /**
   * Where it is on the PATH.
   *
   * @throws UserInputException if it is not there
   */
  public static Path find() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":", -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, NAME))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() ->
            new UserInputException(
                "switch 'bmv2' needs BMv2's "
                    + NAME
                    + " on the PATH, and it is not there; 'switch: embedded' needs nothing"));
  }

  @Override
  public List<String> command(Switch sw, List<String> interfaces, int p4RuntimePort) {
    Stream<String> ports = interfaces.stream().flatMap(name -> Stream.of("-i", name));
    Stream<String> rest =
        Stream.of(
            "--no-p4",
            "--device-id",
            String.valueOf(sw.id()),
            "--thrift-port",
            String.valueOf(THRIFT_PORTS + sw.id()),
            "--",
            "--priority-queues",
            String.valueOf(queues.count(topology.adjacencies(sw))),
            "--grpc-server-addr",
            "127.0.0.1:" + p4RuntimePort);
    return Stream.of(Stream.of(binary.toString()), ports, rest).flatMap(part -> part).toList();
  }

  @Override
  public void prepare(Switch sw) {
    queues.set(
        sw.name(),
        sockets.socket(),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), THRIFT_PORTS + sw.id()),
        topology.adjacencies(sw));
  }

  @Override
  public void setUp(Link link, boolean up) {
    throw new UserInputException("link.failures: BMv2 switches take no link down");
  }

  @Override
  public List<QueueStatus> queues(Switch sw, int port) {
    return List.of();
  }

  @Override
  public SwitchCounters counters(Switch sw) {
    return new SwitchCounters(0, 0, 0, 0, 0);
  }

  @Override
  public long lostOnWires() {
    return 0;
  }

  @Override
  public long meanLatenessPs() {
    return 0;
  }

  @Override
  public void close() {
    sockets.close();
  }
}
