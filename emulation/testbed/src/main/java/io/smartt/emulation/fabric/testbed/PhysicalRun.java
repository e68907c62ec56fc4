package io.smartt.emulation.fabric.testbed;

import io.smartt.emulation.fabric.realtime.AgentCapture;
import io.smartt.emulation.fabric.realtime.AttachedHost;
import io.smartt.emulation.fabric.realtime.Background;
import io.smartt.emulation.fabric.realtime.Reachability;
import io.smartt.emulation.fabric.realtime.RealTimeRun;
import io.smartt.emulation.fabric.realtime.RemoteHosts;
import io.smartt.emulation.fabric.realtime.WarmUp;
import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.run.FabricRun;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.trace.CaptureSink;
import io.smartt.emulation.traffic.ProcessCost;
import io.smartt.host.packetio.KernelClock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A run on a testbed: real switches, and an agent on each server. */
public final class PhysicalRun implements FabricRun {
  private final RunInputs in;
  private final Testbed testbed;

  /** Prepares a run of an experiment on a testbed. */
  public PhysicalRun(RunInputs in, Testbed testbed) {
    this.in = in;
    this.testbed = testbed;
  }

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
