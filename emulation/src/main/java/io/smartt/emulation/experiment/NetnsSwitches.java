package io.smartt.emulation.experiment;

import io.smartt.emulation.fabric.QueueDepthSampler;
import io.smartt.emulation.netns.RawSwitches;
import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.emulation.softswitch.standalone.StandaloneSwitch;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Switches of this process on real interfaces.
 *
 * @param clockPs time of the experiment
 */
record NetnsSwitches(RawSwitches switches, Topology topology, LongSupplier clockPs)
    implements RealTimeSwitches {
  @Override
  public void setUp(Link link, boolean up) {
    switches.setUp(link, up);
  }

  @Override
  public void watch(SampleRecorder samples) {
    for (Switch sw : topology.switches()) {
      StandaloneSwitch device = switches.device(sw.id());
      QueueDepthSampler sampler = new QueueDepthSampler(device.embedded(), samples);
      device.watch((port, nowPs) -> sampler.sample(port, Math.max(0, clockPs.getAsLong())));
    }
  }

  @Override
  public void unwatch() {
    topology.switches().forEach(sw -> switches.device(sw.id()).watch((port, nowPs) -> {}));
  }

  @Override
  public void look(RunMonitor monitor) {}

  @Override
  public List<QueueRecord> queues() {
    List<QueueRecord> records = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      for (Adjacency port : topology.adjacencies(sw)) {
        for (QueueStatus queue : switches.device(sw.id()).queues(List.of(port.port()))) {
          records.add(RunRecords.queue(sw.name(), port.port(), queue.queue(), queue.counters()));
        }
      }
    }
    return records;
  }

  @Override
  public long unqueuedDrops() {
    return topology.switches().stream()
            .mapToLong(sw -> RunRecords.unqueued(switches.device(sw.id()).counters()))
            .sum()
        + switches.lostOnWires();
  }

  @Override
  public long packetHops() {
    return switches.packetHops();
  }
}
