package io.smartt.realtime;

import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.topology.Link;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.softswitch.backend.SwitchCounts;
import java.util.List;

/** Switches for tests to which nothing happens and which have seen nothing. */
class IdleSwitches implements RealTimeSwitches {
  @Override
  public void poll(long timePs, RunEvents events, RunMonitor monitor) {}

  @Override
  public void startSampling(SampleRecorder samples) {}

  @Override
  public void stopSampling() {}

  @Override
  public SwitchCounts counts() {
    return SwitchCounts.NONE;
  }

  @Override
  public void set(Link link, LinkCondition condition) {}

  @Override
  public void change(Link link, List<LinkChange> changes) {}
}
