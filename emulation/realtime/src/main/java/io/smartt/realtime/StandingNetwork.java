package io.smartt.realtime;

import module java.base;

import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Switch;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.FailurePlan.PlannedFailure;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;

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
    SwitchesSince own = new SwitchesSince(switches, switches.counts());
    try {
      return new RealTimeRun(in, hosts, own, Background.PERHAPS, cold).run(cost, monitor);
    } finally {
      for (PlannedFailure failure : FailurePlan.of(in.spec(), in.topology()).failures()) {
        switches.set(failure.link(), LinkCondition.WELL.withUp(in.topology().isUp(failure.link())));
      }
    }
  }

  /**
   * Switches that count on, as one of their runs sees them.
   *
   * @param before what they had counted when it began
   */
  private record SwitchesSince(RealTimeSwitches inner, SwitchCounts before)
      implements RealTimeSwitches {
    @Override
    public SwitchCounts counts() {
      return inner.counts().since(before);
    }

    @Override
    public SwitchCounts countsNow() {
      return inner.counts();
    }

    @Override
    public void startSampling(SampleRecorder samples) {
      inner.startSampling(samples);
    }

    @Override
    public void stopSampling() {
      inner.stopSampling();
    }

    @Override
    public void whileNotRecording(Runnable task) {
      inner.whileNotRecording(task);
    }

    @Override
    public void poll(long timePs, RunEvents events, RunMonitor monitor) {
      inner.poll(timePs, events, monitor);
    }

    @Override
    public List<SignOfLife> signs() {
      return inner.signs();
    }

    @Override
    public Map<Integer, Map<String, Long>> refused(Switch sw) {
      return inner.refused(sw);
    }

    @Override
    public Map<Switch, SwitchLateness> lateness() {
      return inner.lateness();
    }

    @Override
    public void set(Link link, LinkCondition condition) {
      inner.set(link, condition);
    }

    @Override
    public void change(Link link, List<LinkChange> changes) {
      inner.change(link, changes);
    }
  }
}
