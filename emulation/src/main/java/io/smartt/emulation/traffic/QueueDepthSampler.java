package io.smartt.emulation.traffic;

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
  private final long basePs;
  private final @Nullable SampleSeries[] series;
  private final long[] lastBytes;

  /** Makes the sampler of one switch. */
  public QueueDepthSampler(EmbeddedSwitch device, SampleRecorder samples) {
    this(device, samples, 0);
  }

  /**
   * Makes the sampler of one switch whose samples count time from another instant.
   *
   * @param basePs the instant that the times of samples count from
   */
  public QueueDepthSampler(EmbeddedSwitch device, SampleRecorder samples, long basePs) {
    this.switchName = device.name();
    this.queues = device.trafficManager();
    this.samples = samples;
    this.basePs = basePs;
    this.series = new SampleSeries[queues.ports() + 1];
    this.lastBytes = new long[queues.ports() + 1];
  }

  /** A port's queue may have changed. */
  public void sample(int port, long nowPs) {
    long depthBytes = queues.depthBytes(port, DATA_QUEUE);
    SampleSeries open = series[port];
    if (open == null) {
      if (depthBytes == 0) {
        return;
      }
      open =
          samples.open(Metric.QUEUE_DEPTH, new SampleSubject.Queue(switchName, port, DATA_QUEUE));
      series[port] = open;
    }
    // An empty queue that stays empty, as most do at most packets, tells nothing new.
    if (depthBytes != 0 || lastBytes[port] != 0) {
      lastBytes[port] = depthBytes;
      open.record(nowPs - basePs, depthBytes);
    }
  }
}
