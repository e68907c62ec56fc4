package io.smartt.experiment.traffic;

import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.report.SampleSeries;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.TrafficManager;
import org.jspecify.annotations.Nullable;

/**
 * Records the depth of each queue of one switch, from the first time that a packet waits there, and
 * the trims, marks and drops of each port. Allocates nothing per packet.
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
  private final @Nullable SampleSeries[] marks;
  private final @Nullable SampleSeries[] drops;

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
    this.marks = new SampleSeries[all];
    this.drops = new SampleSeries[queues.ports() + 1];
  }

  /** A port's queues may have changed. */
  public void sample(int port, long nowPs) {
    int at = port * queuesPerPort;
    for (int queue = 0; queue < queuesPerPort; queue++, at++) {
      long depthBytes = queues.hasPackets(port, queue) ? queues.depthBytes(port, queue) : 0;
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

  /** A packet of a queue leaves marked. */
  public void marked(int port, int queue, long nowPs) {
    opened(marks, Metric.MARKS, port, queue).add(nowPs - basePs, 1);
  }

  /** A packet for a port found no room. */
  public void dropped(int port, long nowPs) {
    if (port < 0 || port >= drops.length) {
      return;
    }
    SampleSeries open = drops[port];
    if (open == null) {
      open = samples.open(Metric.DROPS, new SampleSeries.SampleSubject.Port(switchName, port));
      drops[port] = open;
    }
    open.add(nowPs - basePs, 1);
  }

  private SampleSeries opened(@Nullable SampleSeries[] all, Metric metric, int port, int queue) {
    int at = port * queuesPerPort + queue;
    SampleSeries open = all[at];
    if (open == null) {
      open = samples.open(metric, new SampleSeries.SampleSubject.Queue(switchName, port, queue));
      all[at] = open;
    }
    return open;
  }
}
