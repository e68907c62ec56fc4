package io.smartt.bench.raw;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.FabricModel.Attachment;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.controller.target.SwitchProgrammer;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.settings.SwitchKind;
import io.smartt.realtime.netns.NamespaceNetwork;
import io.smartt.switchd.ctl.NamespaceGrpc;

/**
 * A process that forwards between the two switch ports of a network of one switch and two hosts,
 * kept on one core. Switches run smartt.p4 and are programmed by this project's controller.
 *
 * @param process 'ip netns exec' and taskset have become it
 */
record Hop(Process process) implements AutoCloseable {
  private static final int P4RUNTIME_PORT = 9559;
  private static final int TRIES = 100;
  private static final int QUEUE_PACKETS = 1024;

  /** {@code smartt switch}, as its launcher starts it. */
  static Hop smartt(NamespaceNetwork network, Topology topology, int core, String... more) {
    List<String> command = java("-XX:+UseSerialGC", "-XX:CompileCommand=quiet");
    for (String method :
        List.of(
            "emulation.softswitch.EmbeddedSwitch::receive",
            "emulation.softswitch.EmbeddedSwitch::transmit",
            "p4.pipeline.runtime.SlotPipeline::ingress",
            "p4.pipeline.runtime.SlotPipeline::egress",
            "p4.pipeline.runtime.SlotPipeline::deparse")) {
      command.add("-XX:CompileCommand=dontinline,io.smartt." + method);
    }
    command.addAll(List.of("io.smartt.emulation.cli.Smartt", "switch"));
    command.addAll(List.of(more));
    return bmv2Like(network, topology, core, command);
  }

  /** BMv2's {@code simple_switch_grpc}. */
  static Hop bmv2(NamespaceNetwork network, Topology topology, int core, Path binary) {
    return bmv2Like(network, topology, core, new ArrayList<>(List.of(binary.toString())));
  }

  private static Hop bmv2Like(
      NamespaceNetwork network, Topology topology, int core, List<String> command) {
    String options =
        "-i 1@s1-eth1 -i 2@s1-eth2 --no-p4 --device-id 1 -- --grpc-server-addr 127.0.0.1:%s"
                .formatted(P4RUNTIME_PORT)
            + " --priority-queues 2";
    command.addAll(List.of(options.split(" ", -1)));
    Hop hop = new Hop(start(network, core, command));
    try (NamespaceGrpc grpc = new NamespaceGrpc(network.switches())) {
      program(grpc, topology);
      return hop;
    } catch (RuntimeException e) {
      throw Closing.after(e, hop);
    }
  }

  /** Two threads that copy with Pcap4J, with no P4 program. */
  static Hop pcap4j(NamespaceNetwork network, int core, boolean immediate) {
    List<String> command = java("-XX:+UseSerialGC");
    command.addAll(
        List.of(Pcap4jBridge.class.getName(), "s1-eth1", "s1-eth2", Boolean.toString(immediate)));
    Hop hop = new Hop(start(network, core, command));
    Machine.sleepMs(1_500);
    return hop;
  }

  private static List<String> java(String... options) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    return command;
  }

  private static Process start(NamespaceNetwork network, int core, List<String> command) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "ip",
                "netns",
                "exec",
                network.prefix() + "sw",
                "taskset",
                "-c",
                Integer.toString(core)));
    all.addAll(command);
    try {
      return new ProcessBuilder(all)
          .redirectErrorStream(true)
          .redirectOutput(Path.of("/tmp/smartt-hop.log").toFile())
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void program(NamespaceGrpc grpc, Topology topology) {
    PipelineConfig program = SwitchProgram.load(SwitchKind.PROGRAM_OF_PACKET_QUEUES);
    ForwardingPlanner planner = new ForwardingPlanner(model(topology), program.info(), 1);
    SwitchProgrammer programmer = new SwitchProgrammer(ElectionId.of(1), Duration.ofSeconds(10));
    SwitchProgrammer.SwitchTarget target =
        SwitchProgrammer.SwitchTarget.over(
            grpc.channel(P4RUNTIME_PORT), new SwitchId("s1", 1), program);
    for (int i = 1; ; i++) {
      try (SwitchProgrammer.SwitchSession session = programmer.connect(target)) {
        session.reconcile(planner.plan(0));
        return;
      } catch (P4RuntimeException e) {
        if (i == TRIES) {
          throw e;
        }
        Machine.sleepMs(100);
      }
    }
  }

  private static FabricModel model(Topology topology) {
    FabricModel.AqmSettings.Depths depths =
        new FabricModel.AqmSettings.Depths(QUEUE_PACKETS, QUEUE_PACKETS - 2, QUEUE_PACKETS - 1);
    FabricModel.AqmSettings queue = new FabricModel.AqmSettings(depths, depths, 64, true, 1);
    Attachment.SwitchPort first = new Attachment.SwitchPort(0, 1);
    Attachment.SwitchPort second = new Attachment.SwitchPort(0, 2);
    List<Host> hosts = topology.hosts();
    return new FabricModel(
        List.of(new FabricModel.FabricSwitch(1, "s1", 1, List.of())),
        hosts.stream()
            .map(host -> new FabricModel.FabricHost(host.name(), host.ipv4(), host.mac()))
            .toList(),
        List.of(
            new FabricModel.FabricLink(new Attachment.HostPort(0), first, 0, 0),
            new FabricModel.FabricLink(new Attachment.HostPort(1), second, 0, 0)),
        Map.of(first, List.of(queue), second, List.of(queue)),
        FabricModel.DscpPlan.DEFAULT);
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
