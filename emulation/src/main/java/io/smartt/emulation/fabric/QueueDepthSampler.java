package io.smartt.emulation.fabric;

import io.smartt.emulation.report.Metric;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.report.SampleSeries;
import io.smartt.emulation.report.SampleSubject;
import io.smartt.emulation.softswitch.EmbeddedSwitch;
import io.smartt.emulation.softswitch.TrafficManager;
import org.jspecify.annotations.Nullable;

/**
 * Records the depth of each port's lowest-priority queue, the one that congestion fills, from the
 * first time that a packet waits there.
 */
public final class QueueDepthSampler {
  private static final int DATA_QUEUE = 0;

  private final String switchName;
  private final TrafficManager queues;
  private final SampleRecorder samples;
  private final @Nullable SampleSeries[] series;
  private final boolean[] asked;

  /** For one switch. */
  public QueueDepthSampler(EmbeddedSwitch device, SampleRecorder samples) {
    this.switchName = device.name();
    this.queues = device.trafficManager();
    this.samples = samples;
    this.series = new SampleSeries[queues.ports() + 1];
    this.asked = new boolean[queues.ports() + 1];
  }

  /** A port's queue may have changed. */
  public void sample(int port, long nowPs) {
    long depthBytes = queues.depthBytes(port, DATA_QUEUE);
    if (!asked[port]) {
      if (depthBytes == 0) {
        return;
      }
      asked[port] = true;
      series[port] =
          samples
              .open(Metric.QUEUE_DEPTH, new SampleSubject.Queue(switchName, port, DATA_QUEUE))
              .orElse(null);
    }
    SampleSeries open = series[port];
    if (open != null) {
      open.record(nowPs, depthBytes);
    }
  }
}
