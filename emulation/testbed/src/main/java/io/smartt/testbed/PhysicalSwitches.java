package io.smartt.testbed;

import module java.base;

import io.smartt.base.concurrent.Polling;
import io.smartt.base.failure.LinkChange;
import io.smartt.base.failure.LinkCondition;
import io.smartt.base.topology.Link;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.realtime.RealTimeSwitches;
import io.smartt.softswitch.backend.SwitchCounts;

/**
 * Switches of a testbed, which {@code smartt apply} sets up: a run reads counters, and changes
 * links if somebody asks for it.
 */
final class PhysicalSwitches implements RealTimeSwitches {
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final TestbedSession testbed;
  private final RunMonitor monitor;
  private SwitchCounts before = SwitchCounts.NONE;
  private SwitchCounts own = SwitchCounts.NONE;

  PhysicalSwitches(TestbedSession testbed, RunMonitor monitor) {
    this.testbed = testbed;
    this.monitor = monitor;
  }

  /** Notes what they have counted; depths of real queues cannot be read often enough. */
  @Override
  public void startSampling(SampleRecorder samples) {
    before = testbed.counted();
  }

  @Override
  public void stopSampling() {
    long lagMs = testbed.countsLag().toMillis();
    if (lagMs > 0) {
      monitor.stage("waiting %.1f s for the switches' counters".formatted(lagMs / 1e3));
      long endNs = System.nanoTime() + testbed.countsLag().toNanos();
      while (System.nanoTime() < endNs && !monitor.interrupted()) {
        Polling.pause(
            "the switches' counters", Math.min(LOOK_NS, Math.max(0, endNs - System.nanoTime())));
      }
    }
    own = testbed.counted().since(before);
  }

  @Override
  public void poll(long timePs, RunEvents events, RunMonitor watcher) {}

  @Override
  public void set(Link link, LinkCondition condition) {
    throw new IllegalStateException("links of a testbed are nobody's to take down");
  }

  @Override
  public void change(Link link, List<LinkChange> changes) {
    testbed.change(link, changes);
  }

  @Override
  public SwitchCounts counts() {
    return own;
  }

  @Override
  public SwitchCounts countsNow() {
    return testbed.counted();
  }
}
