package io.smartt.emulation.fabric.testbed;

import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.smartt.controller.rpc.Channels;
import io.smartt.controller.tls.TlsClientFiles;
import io.smartt.emulation.run.SwitchCounts;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.ctl.RemoteSwitch;
import io.smartt.emulation.topology.Adjacency;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rates, cables and queues of {@code smartt switch}, by its control service. */
final class EmbeddedQueues implements QueueControl {

  private final Box box;
  private final P4Plans plans;
  private final Map<Integer, Adjacency> ports;
  private final ManagedChannel channel;
  private final RemoteSwitch control;

  EmbeddedQueues(Box box, P4Plans plans, Optional<TlsClientFiles> tls) {
    this.box = box;
    this.plans = plans;
    ports = plans.ports(box);
    ChannelCredentials credentials = TlsClientFiles.orPlaintext(tls);
    channel = Grpc.newChannelBuilder(box.requireAddress(), credentials).build();
    control = new RemoteSwitch(box.name(), channel);
  }

  @Override
  public String set() {
    ports.forEach((number, port) ->
        control.setUp(number, port.link().rateBps(), plans.wire(box, port), plans.queues(port)));
    return "rates and queues of " + ports.size() + " ports set";
  }

  /** Of rates and capacities; what cables do cannot be asked. */
  @Override
  public Optional<String> difference() {
    Map<Integer, Long> rates = new HashMap<>();
    control.ports().getPortsList().forEach(port -> rates.put(port.getNumber(), port.getRateBps()));
    for (Map.Entry<Integer, Adjacency> port : ports.entrySet()) {
      Long rate = rates.get(port.getKey());
      if (rate == null) {
        return Optional.of("has no port " + port.getKey());
      }
      if (rate != port.getValue().link().rateBps()) {
        return Optional.of("port " + port.getKey() + " has another rate");
      }
    }
    return control.queues().stream()
        .filter(queue -> ports.containsKey(queue.port()) && !isAsPlanned(queue))
        .findFirst()
        .map(queue ->
            "queue %d of port %d has another size".formatted(queue.queue(), queue.port()));
  }

  private boolean isAsPlanned(QueueStatus queue) {
    Adjacency port = ports.get(queue.port());
    List<QueueConfig> planned = port == null ? List.of() : plans.queues(port);
    if (queue.queue() >= planned.size()) {
      return true;
    }
    QueueConfig config = planned.get(queue.queue());
    return queue.config().capacityPackets() == config.capacityPackets()
        && queue.config().capacityBytes() == config.capacityBytes();
  }

  SwitchCounts counts() {
    return SwitchCounts.of(
        box.name(), control.queues(), control.counters(), control.lostOnWires());
  }

  @Override
  public void close() {
    Channels.closeNow(channel);
  }
}
