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
 * @param clock of the experiment, which begins again with the traffic
 * @param switches the clock of the switches, which never does
 */
public record SwitchSamples(KernelClock clock, KernelClock switches, SampleRecorder recorder) {
  /** Records from now on. */
  public void watch(StandaloneSwitch device) {
    device.watch(new Samplers(device));
  }

  /** The samplers of a switch, which are of the switch's thread. */
  private final class Samplers implements StandaloneSwitch.QueueWatch {
    private final String name;
    private final QueueDepthSampler queues;
    private final @Nullable LinkLoadSampler[] links;

    Samplers(StandaloneSwitch device) {
      name = device.embedded().name();
      queues = new QueueDepthSampler(device.embedded(), recorder);
      links = new LinkLoadSampler[device.embedded().trafficManager().ports() + 1];
    }

    @Override
    public void changed(int port, long nowPs) {
      queues.sample(port, clock.at(switches, nowPs));
    }

    @Override
    public void sent(int port, long fromPs, long toPs) {
      LinkLoadSampler link = links[port];
      if (link == null) {
        link = new LinkLoadSampler(new SampleSubject.Port(name, port), recorder, 0);
        links[port] = link;
      }
      link.sent(clock.at(switches, fromPs), clock.at(switches, toPs));
    }

    @Override
    public void trimmed(int port, int queue, long nowPs) {
      queues.trimmed(port, queue, clock.at(switches, nowPs));
    }

    @Override
    public void marked(int port, int queue, long nowPs) {
      queues.marked(port, queue, clock.at(switches, nowPs));
    }

    @Override
    public void dropped(int port, long nowPs) {
      queues.dropped(port, clock.at(switches, nowPs));
    }
  }
}
