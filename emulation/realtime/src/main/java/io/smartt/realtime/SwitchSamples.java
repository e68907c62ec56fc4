package io.smartt.realtime;

import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.experiment.traffic.LinkLoadSampler;
import io.smartt.experiment.traffic.QueueDepthSampler;
import io.smartt.host.packetio.KernelClock;
import io.smartt.softswitch.standalone.StandaloneSwitch;
import org.jspecify.annotations.Nullable;

/**
 * Queue depths, trims, marks, drops and utilisation over time of switches in this process.
 *
 * @param clock of the experiment, which is the switches' too
 */
public record SwitchSamples(KernelClock clock, SampleRecorder recorder) {
  /** Records from now on. */
  public void watch(StandaloneSwitch device) {
    device.watch(new Samplers(device, clock, recorder));
  }

  /** The samplers of a switch, which are of the switch's thread. */
  private static final class Samplers implements StandaloneSwitch.QueueWatch {
    private final String name;
    private final KernelClock clock;
    private final SampleRecorder recorder;
    private final QueueDepthSampler queues;
    private final @Nullable LinkLoadSampler[] links;

    Samplers(StandaloneSwitch device, KernelClock clock, SampleRecorder recorder) {
      name = device.embedded().name();
      this.clock = clock;
      this.recorder = recorder;
      queues = new QueueDepthSampler(device.embedded(), recorder);
      links = new LinkLoadSampler[device.embedded().trafficManager().ports() + 1];
    }

    @Override
    public void changed(int port, long nowPs) {
      queues.sample(port, clock.nowPs());
    }

    @Override
    public void sent(int port, long fromPs, long toPs) {
      LinkLoadSampler link = links[port];
      if (link == null) {
        link = new LinkLoadSampler(new SampleSubject.Port(name, port), recorder, 0);
        links[port] = link;
      }
      link.sent(fromPs, toPs);
    }

    @Override
    public void trimmed(int port, int queue, long nowPs) {
      queues.trimmed(port, queue, nowPs);
    }

    @Override
    public void marked(int port, int queue, long nowPs) {
      queues.marked(port, queue, nowPs);
    }

    @Override
    public void dropped(int port, long nowPs) {
      queues.dropped(port, nowPs);
    }
  }
}
