package io.smartt.realtime;

import module java.base;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.PacketLedger.PortDrops;
import io.smartt.base.topology.Host;

/** The frames of hosts as a ledger. */
public final class HostFrames {
  private HostFrames() {}

  /**
   * Returns the ledger of one host.
   *
   * @param sent handed to the kernel
   * @param received of any kind
   * @param lost refused by the kernel, or lost in it
   */
  public static PacketLedger of(Host host, long sent, long received, long lost) {
    Drops drops = Drops.of(DropReason.KERNEL, lost);
    return new PacketLedger(
        Map.of(PacketLedger.Source.HOSTS, sent),
        Map.of(PacketLedger.End.HOSTS, received),
        drops,
        lost == 0 ? List.of() : List.of(new PortDrops(host.name(), Host.NIC_PORT, drops)));
  }
}
