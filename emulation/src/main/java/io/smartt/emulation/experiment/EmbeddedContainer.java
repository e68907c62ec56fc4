package io.smartt.emulation.experiment;

import io.grpc.ManagedChannel;
import io.smartt.controller.target.SwitchSession;
import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.Tally;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.ctl.RemoteSwitch;
import io.smartt.emulation.softswitch.standalone.Wire;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Switch;
import io.smartt.switchctl.v1.Count;
import io.smartt.switchctl.v1.ListPortsResponse;
import io.smartt.switchctl.v1.Queue;
import io.smartt.switchctl.v1.Unqueued;
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
      control.setRate(adjacency.port(), adjacency.link().rateBps());
      control.setWire(adjacency.port(), wires.apply(adjacency));
      List<QueueConfig> configs = queues.apply(adjacency);
      for (int i = 0; i < configs.size(); i++) {
        control.setCapacity(adjacency.port(), i, configs.get(i));
      }
    }
  }

  @Override
  public Map<Integer, Long> depths() {
    Map<Integer, Long> depths = new HashMap<>();
    for (Queue queue : control.queues()) {
      if (queue.getQueue() == DATA_QUEUE) {
        depths.put(queue.getPort(), queue.getDepthBytes());
      }
    }
    return depths;
  }

  @Override
  public void setUp(Adjacency adjacency, boolean up) {
    control.setWire(adjacency.port(), wires.apply(adjacency).withUp(up));
  }

  @Override
  public List<QueueRecord> queues() {
    return control.queues().stream().map(this::record).toList();
  }

  private QueueRecord record(Queue queue) {
    return new QueueRecord(
        device.name(),
        queue.getPort(),
        queue.getQueue(),
        tally(queue.getEnqueued()),
        tally(queue.getDequeued()),
        tally(queue.getDropped()),
        tally(queue.getTrimmed()),
        tally(queue.getMarked()),
        queue.getMaxDepthPackets(),
        queue.getMaxDepthBytes());
  }

  private static Tally tally(Count count) {
    return new Tally(count.getPackets(), count.getBytes());
  }

  @Override
  public long unqueuedDrops() {
    ListPortsResponse ports = control.ports();
    Unqueued unqueued = ports.getUnqueued();
    return unqueued.getNoProgramPackets()
        + unqueued.getProgramDropPackets()
        + unqueued.getNoSuchPortPackets()
        + unqueued.getNoSuchQueuePackets()
        + ports.getWireLostPackets();
  }

  @Override
  public long received() {
    return control.ports().getPortsList().stream()
        .mapToLong(port -> port.getReceivedPackets())
        .sum();
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
