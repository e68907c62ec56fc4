package io.smartt.realtime.netns;

import module java.base;

import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.LiveNetwork.LivePlan.ProgrammedNetwork;
import io.smartt.host.packetio.KernelClock;

/**
 * A network of network namespaces whose switches run their program. Runs and labs open the same.
 *
 * @param clock of what is carried, started anew by each run
 */
record NetnsNetwork(NamespaceNetwork namespaces, NetnsSwitches.Running switches, KernelClock clock)
    implements AutoCloseable {
  /**
   * Builds it; nothing is left behind if that fails.
   *
   * @param ports of its switches
   * @param programs compiles those of switches in this process
   * @param loop of switches in this process
   * @param watchers of what each of their ports receives
   */
  static NetnsNetwork open(
      ProgrammedNetwork plan,
      SwitchPorts ports,
      ProgramCache programs,
      EventLoop loop,
      Function<Port, List<ChannelHandler>> watchers,
      KernelClock clock,
      RunMonitor monitor) {
    Topology topology = plan.topology();
    monitor.next(
        "building %d network namespaces and %d veth pairs"
            .formatted(topology.hosts().size() + 1, topology.links().size()));
    NamespaceNetwork namespaces = NamespaceNetwork.build(topology);
    try {
      NetnsSwitches.Running switches =
          new NetnsSwitches(plan, programs, namespaces, ports, loop, clock, watchers)
              .start(monitor);
      try {
        monitor.next("programming " + topology.switches().size() + " switches over P4Runtime");
        switches.program(topology, monitor);
        return new NetnsNetwork(namespaces, switches, clock);
      } catch (RuntimeException e) {
        throw Closing.after(e, switches);
      }
    } catch (RuntimeException e) {
      throw Closing.after(e, namespaces);
    }
  }

  @Override
  public void close() {
    Closing.all("taking the network down", List.of(switches, namespaces));
  }
}
