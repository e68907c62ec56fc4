package io.smartt.emulation.experiment;

import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.topology.Link;
import java.util.List;

/** Switches of which nothing is asked, because nobody wants to know: a testbed's in a rehearsal. */
final class UnreadSwitches implements RealTimeSwitches {
  @Override
  public void watch(SampleRecorder samples) {}

  @Override
  public void unwatch() {}

  @Override
  public void look(RunMonitor monitor) {}

  @Override
  public void setUp(Link link, boolean up) {
    throw new IllegalStateException("links of a testbed are nobody's to take down");
  }

  @Override
  public List<QueueRecord> queues() {
    return List.of();
  }

  @Override
  public long unqueuedDrops() {
    return 0;
  }

  @Override
  public long packetHops() {
    return 0;
  }
}
