package io.smartt.emulation.fabric.docker;

import io.smartt.emulation.fabric.realtime.RealTimeSwitches;
import io.smartt.emulation.fabric.realtime.SignOfLife;
import io.smartt.emulation.failure.LinkChange;
import io.smartt.emulation.failure.LinkCondition;
import io.smartt.emulation.report.RunEvents;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.softswitch.backend.SwitchCounts;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Switch;
import java.util.List;
import java.util.Map;

/**
 * Switches that count on, as one of their runs sees them.
 *
 * @param before what they had counted when it began
 */
record SwitchesSince(RealTimeSwitches inner, SwitchCounts before) implements RealTimeSwitches {
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
  public long meanLatenessPs() {
    return inner.meanLatenessPs();
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
