package io.smartt.emulation.fabric.containers;

import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.grpc.ManagedChannel;
import io.smartt.controller.target.SwitchSession;
import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.run.SwitchCounts;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.ctl.RemoteSwitch;
import io.smartt.emulation.softswitch.standalone.Wire;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Switch;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * This project's switch: its control service sets rates, queues and wires, and tells what it
 * counted.
 *
 * @param wires of a port by whether its link is up
 */
record EmbeddedContainer(
    Switch device,
    ManagedChannel channel,
    RemoteSwitch control,
    SwitchSession session,
    Function<Adjacency, Wire> wires)
    implements ContainerSwitch {
  private static final int DATA_QUEUE = 0;

  /** Sets rates, wires and queues. */
  static void setUp(
      RemoteSwitch control,
      List<Adjacency> adjacencies,
      Function<Adjacency, Wire> wires,
      Function<Adjacency, List<QueueConfig>> queues) {
    for (Adjacency adjacency : adjacencies) {
      control.setUp(
          adjacency.port(),
          adjacency.link().rateBps(),
          wires.apply(adjacency),
          queues.apply(adjacency));
    }
  }

  @Override
  public Map<Integer, Long> depths() {
    Map<Integer, Long> depths = new HashMap<>();
    for (QueueStatus queue : control.queues()) {
      if (queue.queue() == DATA_QUEUE) {
        depths.put(queue.port(), queue.depthBytes());
      }
    }
    return depths;
  }

  @Override
  public void setUp(Adjacency adjacency, boolean up) {
    control.setWire(adjacency.port(), wires.apply(adjacency).withUp(up));
  }

  private SwitchCounts counts() {
    return SwitchCounts.of(
        device.name(), control.queues(), control.counters(), control.lostOnWires());
  }

  @Override
  public List<QueueRecord> queues() {
    return counts().queues();
  }

  @Override
  public long unqueuedDrops() {
    return counts().unqueuedDrops();
  }

  @Override
  public long received() {
    return counts().hops();
  }

  @Override
  public void clearCounters() {
    control.clearCounters();
  }

  @Override
  public void close() {
    session.close();
    channel.shutdownNow();
  }
}
