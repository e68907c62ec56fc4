package io.smartt.emulation.traffic;

import io.smartt.emulation.report.Metric;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.report.SampleSeries;
import io.smartt.emulation.report.SampleSubject;
import io.smartt.emulation.softswitch.EmbeddedSwitch;
import io.smartt.emulation.softswitch.TrafficManager;
import org.jspecify.annotations.Nullable;

/**
 * Records the depth of each queue of one switch, from the first time that a packet waits there, and
 * the trims of each port. Allocates nothing per packet.
 */
public final class QueueDepthSampler {
  private final String switchName;
  private final TrafficManager queues;
  private final SampleRecorder samples;
  private final long basePs;
  private final int queuesPerPort;
  private final @Nullable SampleSeries[] depths;
  private final long[] lastBytes;
  private final @Nullable SampleSeries[] trims;

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
    this.queuesPerPort = queues.queuesPerPort();
    int all = (queues.ports() + 1) * queuesPerPort;
    this.depths = new SampleSeries[all];
    this.lastBytes = new long[all];
    this.trims = new SampleSeries[all];
  }

  /** A port's queues may have changed. */
  public void sample(int port, long nowPs) {
    int at = port * queuesPerPort;
    for (int queue = 0; queue < queuesPerPort; queue++, at++) {
      long depthBytes = queues.depthBytes(port, queue);
      if (depthBytes != lastBytes[at]) {
        lastBytes[at] = depthBytes;
        opened(depths, Metric.QUEUE_DEPTH, port, queue).record(nowPs - basePs, depthBytes);
      }
    }
  }

  /** A packet was trimmed, and what is left of it goes to a queue. */
  public void trimmed(int port, int queue, long nowPs) {
    opened(trims, Metric.TRIMS, port, queue).add(nowPs - basePs, 1);
  }

  private SampleSeries opened(@Nullable SampleSeries[] all, Metric metric, int port, int queue) {
    int at = port * queuesPerPort + queue;
    SampleSeries open = all[at];
    if (open == null) {
      open = samples.open(metric, new SampleSubject.Queue(switchName, port, queue));
      all[at] = open;
    }
    return open;
  }
}
