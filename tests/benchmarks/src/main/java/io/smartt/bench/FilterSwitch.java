package io.smartt.bench;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Change;
import io.smartt.p4.pipeline.EntryTarget;
import io.smartt.p4.pipeline.MatchValue;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.TableEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A packet filter of ternary entries none of which matches. */
final class FilterSwitch {
  private static final int SOURCE = 0x0a000001;

  private FilterSwitch() {}

  /**
   * Makes a switch with a filter.
   *
   * @param masks how many different masks the entries have
   */
  static OnePortSwitch create(int entries, int masks) {
    Random random = new Random(5);
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < entries; i++) {
      changes.add(entry(i, i % masks, random));
    }
    List<Packet> packets = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      packets.add(BenchPackets.udp(SOURCE + i, 0x0b000000 + i * 77, 0, 1000 + i, 53));
    }
    return new OnePortSwitch(OnePortSwitch.program("/programs/filter.json"), changes, packets);
  }

  /** Of a network that no packet comes from; the number of its mask is in what else it looks at. */
  private static Change entry(int number, int mask, Random random) {
    List<MatchValue> key =
        List.of(
            ternary(0xc0000000L | random.nextInt(1 << 24), 0xffffff00L, 32),
            ternary(random.nextInt() & 0xffffffffL, (mask & 0xffL) | 0xff000000L, 32),
            ternary(6, 0xff, 8),
            ternary(random.nextInt(1 << 16), ((mask >> 8) & 0xffL) | 0xff00L, 16),
            new MatchValue.Any());
    return new Change.PutEntry(
        TableEntry.of(
            "ingress.rules",
            key,
            1 + number,
            new EntryTarget.ActionCall("ingress.drop", List.of())));
  }

  private static MatchValue ternary(long value, long mask, int width) {
    return new MatchValue.Ternary(Bits.of(value & mask, width), Bits.of(mask, width));
  }
}
