package io.smartt.emulation.shell;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.emulation.shell.LineShell.ShellOutput;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;

/** The traffic that a shell has the hosts' transport carry. */
record Transfers(LiveNetwork network, ShellOutput output) {
  private static final double PS_PER_US = 1e6;
  private static final double MBPS_PER_GBPS = 1e3;
  private static final int BITS = 8;

  private Workload workload(Verb.Traffic traffic) {
    return switch (traffic) {
      case Verb.Flow(String from, String to, long bytes) ->
          flow(
              NodeNames.host(network.topology(), from),
              NodeNames.host(network.topology(), to),
              bytes);
      case Verb.Run(String workload) -> network.workload(workload);
    };
  }

  private Workload flow(Host from, Host to, long bytes) {
    if (from.equals(to)) {
      throw new UserInputException("flow: " + from.name() + " sends nothing to itself");
    }
    String name = "flow %s %s %s".formatted(from.name(), to.name(), Quantities.formatBytes(bytes));
    return new Workload(
        name,
        network.topology().hosts().size(),
        List.of(Flow.at(1, from.index(), to.index(), bytes, 0)));
  }

  /** Prints what Mininet's command prints, of the hosts' transport in place of TCP. */
  void iperf(String fromName, String toName, long bytes) {
    Host from = NodeNames.host(network.topology(), fromName);
    Host to = NodeNames.host(network.topology(), toName);
    output.line(
        "*** Iperf: %s of the transport from %s to %s"
            .formatted(Quantities.formatBytes(bytes), from.name(), to.name()));
    Workload workload = flow(from, to, bytes);
    RunResult result = carry(workload, monitor -> monitor);
    requireDone(workload, result);
    FlowRecord flow = result.flows().getFirst();
    double mbps = bytes * BITS * PS_PER_US / (double) flow.completionPs().orElseThrow();
    output.line(
        "*** Results: "
            + (mbps < MBPS_PER_GBPS
                ? String.format(Locale.ROOT, "%.2f Mbit/s", mbps)
                : String.format(Locale.ROOT, "%.2f Gbit/s", mbps / MBPS_PER_GBPS))
            + " of payload");
  }

  /**
   * Carries traffic, and shows what came of it.
   *
   * @param watching what else watches it
   */
  void run(Verb.Traffic traffic, UnaryOperator<RunMonitor> watching) {
    Workload workload = workload(traffic);
    RunResult result = carry(workload, watching);
    output.result(result);
    requireDone(workload, result);
  }

  private RunResult carry(Workload workload, UnaryOperator<RunMonitor> watching) {
    return output.during(monitor -> {
      RunResult carried = network.run(workload, watching.apply(monitor));
      monitor.ended(carried);
      return carried;
    });
  }

  private static void requireDone(Workload workload, RunResult result) {
    if (result.status() != RunResult.RunStatus.COMPLETED) {
      throw new RunFailedException(
          workload.name() + ": " + result.message().orElse(result.status().key()));
    }
  }
}
