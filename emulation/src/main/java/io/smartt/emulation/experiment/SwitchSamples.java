package io.smartt.emulation.experiment;

import io.smartt.emulation.fabric.QueueDepthSampler;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.softswitch.standalone.StandaloneSwitch;
import io.smartt.host.packetio.KernelClock;

/**
 * Queue depths over time of switches in this process.
 *
 * @param clock of the experiment
 */
record SwitchSamples(KernelClock clock, SampleRecorder recorder) {
  void watch(StandaloneSwitch device) {
    QueueDepthSampler sampler = new QueueDepthSampler(device.embedded(), recorder);
    device.watch((port, nowPs) -> sampler.sample(port, clock.nowPs()));
  }
}
