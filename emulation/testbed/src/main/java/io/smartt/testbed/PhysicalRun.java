package io.smartt.testbed;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.run.Fabric.FabricRun;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.host.packetio.KernelClock;
import io.smartt.realtime.AgentCapture;
import io.smartt.realtime.AttachedHost;
import io.smartt.realtime.Background;
import io.smartt.realtime.Reachability;
import io.smartt.realtime.RealTimeRun;
import io.smartt.realtime.RemoteHosts;
import io.smartt.realtime.WarmUp;

/** A run on a testbed: real switches, and an agent on each server. */
public record PhysicalRun(RunInputs in, Testbed testbed) implements FabricRun {
  @Override
  public RunResult run(Optional<CaptureSink> capture, RunMonitor monitor) {
    ProcessCost cost = ProcessCost.start();
    try (TestbedSession session = testbed.open(in.spec(), in.topology(), monitor)) {
      monitor.next("checking that all hosts reach each other");
      requireReach(session.hosts());
      PhysicalSwitches switches = new PhysicalSwitches(session, monitor);
      // Agents that were just started interpret what frames pass. The switches' counters are waited
      // for here as after the run, whose counts begin with what they are then.
      Optional<String> cold =
          WarmUp.onSameNetwork(
              in,
              in.spec().settings().get(TestbedKeys.WARM_UP_S),
              warmUp -> hosts(warmUp, session, Optional.empty()),
              switches,
              monitor);
      try (RemoteHosts hosts =
          hosts(in, session, capture.map(sink -> new AgentCapture(sink, in.topology(), true)))) {
        return new RealTimeRun(in, hosts, switches, Background.NONE, cold).run(cost, monitor);
      }
    }
  }

  private static RemoteHosts hosts(
      RunInputs inputs, TestbedSession session, Optional<AgentCapture> capture) {
    return new RemoteHosts(
        inputs, session.hosts(), new KernelClock(), capture, host -> Optional.empty());
  }

  private void requireReach(List<AttachedHost> attached) {
    Map<Host, List<Host>> silent = new Reachability(in.spec(), in.topology()).silent(attached);
    if (!silent.isEmpty()) {
      throw new RunFailedException(
          silent.entrySet().stream()
              .map(entry ->
                  entry.getKey().name() + " gets no answer from " + names(entry.getValue()))
              .collect(Collectors.joining("; ")));
    }
  }

  private static String names(List<Host> hosts) {
    return hosts.stream().map(Host::name).collect(Collectors.joining(", "));
  }
}
