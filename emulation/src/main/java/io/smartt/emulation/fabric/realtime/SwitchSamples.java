package io.smartt.emulation.fabric.realtime;

import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.softswitch.standalone.StandaloneSwitch;
import io.smartt.emulation.traffic.QueueDepthSampler;
import io.smartt.host.packetio.KernelClock;

/**
 * Queue depths over time of switches in this process.
 *
 * @param clock of the experiment
 */
public record SwitchSamples(KernelClock clock, SampleRecorder recorder) {
  public void watch(StandaloneSwitch device) {
    QueueDepthSampler sampler = new QueueDepthSampler(device.embedded(), recorder);
    device.watch((port, nowPs) -> sampler.sample(port, clock.nowPs()));
  }
}
