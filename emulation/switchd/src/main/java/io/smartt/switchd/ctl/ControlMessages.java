package io.smartt.switchd.ctl;

import module java.base;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.base.failure.LinkLoss;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.softswitch.backend.Wire;
import io.smartt.switchd.ctl.v1.Count;
import io.smartt.switchd.ctl.v1.LossInBursts;
import io.smartt.switchd.ctl.v1.Packets;
import io.smartt.switchd.ctl.v1.Queue;
import io.smartt.switchd.ctl.v1.ReadQueuesResponse;
import io.smartt.switchd.ctl.v1.SetPortWireRequest;

/**
 * A switch's ledger, queues and cables as messages of its control service, and back. Keys of a
 * ledger that this side does not know are left out.
 */
final class ControlMessages {
  private ControlMessages() {}

  static Packets message(PacketLedger ledger) {
    Packets.Builder message =
        Packets.newBuilder()
            .putAllFrom(byKey(ledger.from(), PacketLedger.Source::key))
            .putAllTo(byKey(ledger.to(), PacketLedger.End::key))
            .putAllDropped(byKey(ledger.dropped().packets(), DropReason::key));
    for (PacketLedger.PortDrops port : ledger.ports()) {
      message.addPorts(
          io.smartt.switchd.ctl.v1.PortDrops.newBuilder()
              .setPort(port.port())
              .putAllDropped(byKey(port.drops().packets(), DropReason::key)));
    }
    return message.build();
  }

  static PacketLedger ledger(String switchName, Packets message) {
    return new PacketLedger(
        byConstant(message.getFromMap(), PacketLedger.Source.values(), PacketLedger.Source::key),
        byConstant(message.getToMap(), PacketLedger.End.values(), PacketLedger.End::key),
        drops(message.getDroppedMap()),
        message.getPortsList().stream()
            .map(port ->
                new PacketLedger.PortDrops(switchName, port.getPort(), drops(port.getDroppedMap())))
            .toList());
  }

  private static Drops drops(Map<String, Long> counts) {
    return new Drops(byConstant(counts, DropReason.values(), DropReason::key));
  }

  private static <K> Map<String, Long> byKey(Map<K, Long> counts, Function<K, String> key) {
    Map<String, Long> named = new HashMap<>();
    counts.forEach((constant, count) -> named.put(key.apply(constant), count));
    return named;
  }

  private static <K> Map<K, Long> byConstant(
      Map<String, Long> counts, K[] constants, Function<K, String> key) {
    Map<K, Long> known = new HashMap<>();
    Arrays.stream(constants)
        .filter(constant -> counts.containsKey(key.apply(constant)))
        .forEach(constant -> known.put(constant, counts.get(key.apply(constant))));
    return known;
  }

  static ReadQueuesResponse response(long timeNs, List<QueueStatus> queues) {
    ReadQueuesResponse.Builder response = ReadQueuesResponse.newBuilder().setTimeNs(timeNs);
    queues.forEach(queue -> response.addQueues(message(queue)));
    return response.build();
  }

  private static Queue message(QueueStatus queue) {
    QueueConfig config = queue.config();
    QueueCounters counters = queue.counters();
    return Queue.newBuilder()
        .setPort(queue.port())
        .setQueue(queue.queue())
        .setCapacityPackets(bound(config.capacityPackets()))
        .setCapacityBytes(bound(config.capacityBytes()))
        .setDepthPackets(queue.depthPackets())
        .setDepthBytes(queue.depthBytes())
        .setMaxDepthPackets(counters.maxDepthPackets())
        .setMaxDepthBytes(counters.maxDepthBytes())
        .setEnqueued(message(counters.enqueued()))
        .setDequeued(message(counters.dequeued()))
        .setDropped(message(counters.dropped()))
        .setTrimmed(message(counters.trimmed()))
        .setMarked(message(counters.marked()))
        .setCutDropped(message(counters.cutDropped()))
        .build();
  }

  static QueueStatus status(Queue queue) {
    long packets = queue.getCapacityPackets();
    long bytes = queue.getCapacityBytes();
    return new QueueStatus(
        queue.getPort(),
        queue.getQueue(),
        new QueueConfig(
            packets == 0 ? QueueConfig.UNLIMITED : (int) packets,
            bytes == 0 ? QueueConfig.UNLIMITED : bytes,
            Optional.empty()),
        (int) queue.getDepthPackets(),
        queue.getDepthBytes(),
        new QueueCounters(
            count(queue.getEnqueued()),
            count(queue.getDequeued()),
            count(queue.getDropped()),
            count(queue.getTrimmed()),
            count(queue.getMarked()),
            queue.getMaxDepthPackets(),
            queue.getMaxDepthBytes(),
            PacketByteCount.ZERO,
            count(queue.getCutDropped()),
            CountedBy.TRAFFIC_MANAGER));
  }

  private static long bound(long capacity) {
    return capacity == QueueConfig.UNLIMITED ? 0 : capacity;
  }

  private static Count message(PacketByteCount count) {
    return Count.newBuilder().setPackets(count.packets()).setBytes(count.bytes()).build();
  }

  private static PacketByteCount count(Count message) {
    return new PacketByteCount(message.getPackets(), message.getBytes());
  }

  static SetPortWireRequest request(int port, Wire wire) {
    LinkLoss loss = wire.loss();
    SetPortWireRequest.Builder request =
        SetPortWireRequest.newBuilder()
            .addPorts(port)
            .setOutPs(wire.outPs())
            .setInPs(wire.inPs())
            .setFromHost(wire.fromHost())
            .setLoss(loss.share())
            .setBitErrorRate(loss.bitErrorRate())
            .setJitterPs(wire.jitterPs())
            .setDown(!wire.up());
    loss.bursts()
        .ifPresent(bursts ->
            request.setBursts(
                LossInBursts.newBuilder()
                    .setP(bursts.p())
                    .setR(bursts.r())
                    .setLossBad(bursts.lossBad())
                    .setLossGood(bursts.lossGood())));
    return request.build();
  }

  /**
   * The cable of a message.
   *
   * @throws IllegalArgumentException naming what is outside its range
   */
  static Wire wire(SetPortWireRequest request) {
    return new Wire(
        request.getOutPs(),
        request.getInPs(),
        request.getFromHost(),
        new LinkLoss(
            request.getLoss(),
            request.getBitErrorRate(),
            request.hasBursts()
                ? Optional.of(
                    new LinkLoss.Bursts(
                        request.getBursts().getP(),
                        request.getBursts().getR(),
                        request.getBursts().getLossBad(),
                        request.getBursts().getLossGood()))
                : Optional.empty()),
        request.getJitterPs(),
        !request.getDown());
  }
}
