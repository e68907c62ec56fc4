package io.smartt.realtime.netns.machines;

import module java.base;

import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Switch;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.realtime.RealTimeSwitches;
import io.smartt.realtime.SignOfLife;
import io.smartt.realtime.containers.RemoteSwitches;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;

/** Switches on workers, which end a run when one of these is gone. */
record MachineSwitches(RemoteSwitches switches, WorkerFleet fleet, int mtuBytes)
    implements RealTimeSwitches {
  private void requireAll() {
    fleet
        .gone()
        .ifPresent(why -> {
          throw new RunFailedException(why);
        });
  }

  @Override
  public void poll(long timePs, RunEvents events, RunMonitor monitor) {
    requireAll();
    switches.poll(timePs, events, monitor);
  }

  @Override
  public SwitchCounts counts() {
    requireAll();
    return switches.counts();
  }

  @Override
  public void set(Link link, LinkCondition condition) {
    switches.set(link, condition);
  }

  @Override
  public void change(Link link, List<LinkChange> changes) {
    switches.change(link, changes);
  }

  @Override
  public void startSampling(SampleRecorder samples) {
    switches.startSampling(samples);
  }

  @Override
  public void stopSampling() {
    switches.stopSampling();
  }

  /** Nodes live and end with their worker. */
  @Override
  public List<SignOfLife> signs() {
    return fleet.signs(mtuBytes);
  }

  @Override
  public Map<Integer, Map<String, Long>> refused(Switch sw) {
    return switches.refused(sw);
  }

  @Override
  public Map<Switch, SwitchLateness> lateness() {
    requireAll();
    return switches.lateness();
  }
}
