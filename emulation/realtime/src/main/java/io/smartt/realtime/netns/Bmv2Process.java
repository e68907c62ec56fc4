package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.concurrent.SearchPath;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.realtime.bmv2.Bmv2Switch;
import io.smartt.softswitch.backend.ProgramCounts;
import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.switchd.ctl.NamespaceGrpc;

/**
 * BMv2's {@code simple_switch_grpc}.
 *
 * @param program where it is
 * @param sockets reaches its servers
 * @param programmed a switch as its controller has it, once it is programmed
 */
record Bmv2Process(
    Path program,
    NamespaceGrpc sockets,
    Topology topology,
    PacketSizes packets,
    Function<Switch, ProgrammedSwitch> programmed)
    implements SwitchProcesses.SwitchProgramLauncher {
  private static final String NAME = "simple_switch_grpc";
  private static final int THRIFT_PORTS = 9090;

  /**
   * Returns where it is on the PATH.
   *
   * @throws UserInputException if it is not there
   */
  public static Path find() {
    return SearchPath.ofEnvironment()
        .find(NAME)
        .orElseThrow(() ->
            new UserInputException(
                "switch 'bmv2' needs BMv2's "
                    + NAME
                    + " on the PATH, and it is not there; 'switch: embedded' needs nothing"));
  }

  @Override
  public List<String> command(
      Switch sw, List<String> interfaces, int queuesPerPort, int p4RuntimePort) {
    Stream<String> ports = interfaces.stream().flatMap(name -> Stream.of("-i", name));
    String rest =
        "--no-p4 --device-id %s --thrift-port %s -- --priority-queues %s --grpc-server-addr 127.0.0.1:%s"
            .formatted(sw.id(), THRIFT_PORTS + sw.id(), queuesPerPort, p4RuntimePort);
    return Stream.of(Stream.of(program.toString()), ports, Stream.of(rest.split(" ", -1)))
        .flatMap(part -> part)
        .toList();
  }

  @Override
  public SwitchBackend backend(Switch sw, int p4RuntimePort) {
    return new Bmv2Switch(
        new Bmv2Switch.Thrift(
            sw.name(),
            sockets::socket,
            new InetSocketAddress(InetAddress.getLoopbackAddress(), THRIFT_PORTS + sw.id())),
        packets,
        topology.adjacencies(sw).stream().map(Adjacency::port).toList(),
        () -> ProgramCounts.of(programmed.apply(sw), ForwardingPlanner.TRIMS));
  }
}
