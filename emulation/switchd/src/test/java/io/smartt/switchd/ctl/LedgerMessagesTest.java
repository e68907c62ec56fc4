package io.smartt.switchd.ctl;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.switchd.ctl.v1.Packets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LedgerMessagesTest {
  @Test
  void aLedgerComesBackAsItWasAndWhatWasNotCountedStaysUnknown() {
    Drops drops = Drops.of(DropReason.TTL, 3).plus(Drops.of(DropReason.KERNEL, 0));
    PacketLedger ledger =
        new PacketLedger(
            Map.of(PacketLedger.Source.COPIES, 4L),
            Map.of(PacketLedger.End.QUEUED, 5L),
            drops,
            List.of(new PacketLedger.PortDrops("s1", 7, drops)));

    PacketLedger back = ControlMessages.ledger("s1", ControlMessages.message(ledger));

    assertThat(back).isEqualTo(ledger);
    assertThat(back.dropped().of(DropReason.PROGRAM)).isEmpty();
  }

  @Test
  void aReasonOfALaterSwitchIsLeftOut() {
    Packets message = Packets.newBuilder().putDropped("sunspots", 1).putDropped("ttl", 2).build();

    assertThat(ControlMessages.ledger("s1", message).dropped().packets())
        .isEqualTo(Map.of(DropReason.TTL, 2L));
  }
}
