package io.smartt.bench;

import static io.smartt.bench.BenchEntries.call;
import static io.smartt.bench.BenchEntries.prefix;
import static io.smartt.bench.BenchEntries.put;

import module java.base;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PipelineControl.Change;

/**
 * A plain IPv4 router with routes all over the address space, of lengths as the Internet has them.
 */
final class RouterSwitch {
  private static final String TABLE = "ingress.routes";
  private static final int SOURCE = 0x0a000001;

  private RouterSwitch() {}

  /** A router whose packets each take another of its routes, in no order. */
  static OnePortSwitch create(int routes) {
    Random random = new Random(4);
    List<Change> changes = new ArrayList<>();
    List<Packet> packets = new ArrayList<>();
    for (int i = 0; i < routes; i++) {
      int address = random.nextInt();
      changes.add(route(address, length(random), 1 + i % 32));
      int within = address ^ random.nextInt(1 << 8);
      packets.add(BenchPackets.udp(SOURCE, within, 0, 1000 + i % 5000, 53));
    }
    return new OnePortSwitch(OnePortSwitch.program("/programs/router.json"), changes, packets);
  }

  static Change route(int address, int length, int port) {
    return put(
        TABLE,
        prefix(address, length),
        call("ingress.to_next_hop", port, 9, 0x020000000000L + port, 48, 0x020000000100L, 48));
  }

  /** Six of ten are /24, the others from /16 to /23. */
  private static int length(Random random) {
    return random.nextInt(10) < 6 ? 24 : 16 + random.nextInt(8);
  }
}
