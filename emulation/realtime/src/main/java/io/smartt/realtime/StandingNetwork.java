package io.smartt.realtime;

import module java.base;

import io.smartt.base.failure.LinkCondition;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.FailurePlan.PlannedFailure;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.softswitch.backend.SwitchCounts;

/**
 * A network that stands and carries one workload after the other. Each run counts from its own
 * beginning and leaves links as it found them.
 */
public final class StandingNetwork {
  private static final String COLD = WarmUp.COLD + "it is the first that this network carries";

  private final RealTimeSwitches switches;
  private boolean warm;

  /** Switches that are programmed, and outlive the runs. */
  public StandingNetwork(RealTimeSwitches switches) {
    this.switches = switches;
  }

  /**
   * Carries a workload.
   *
   * @param hosts of this run alone
   */
  public RunResult carry(RunInputs in, RealTimeHosts hosts, ProcessCost cost, RunMonitor monitor) {
    Optional<String> cold = warm ? Optional.empty() : Optional.of(COLD);
    warm = true;
    Optional<SwitchCounts> before = Optional.of(switches.counts());
    try {
      return new RealTimeRun(in, hosts, switches, Background.PERHAPS, cold, before)
          .run(cost, monitor);
    } finally {
      for (PlannedFailure failure : FailurePlan.of(in.spec(), in.topology()).failures()) {
        switches.set(failure.link(), LinkCondition.WELL.withUp(in.topology().isUp(failure.link())));
      }
    }
  }
}
