package io.smartt.switchd.ctl;

import module java.base;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.switchd.ctl.v1.Packets;

/** A switch's ledger as protobuf. Keys that this side does not know are left out. */
final class LedgerMessages {
  private LedgerMessages() {}

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
}
