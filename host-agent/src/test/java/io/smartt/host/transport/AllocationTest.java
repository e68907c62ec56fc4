package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.congestion.SmarttSettings;
import io.smartt.host.pathing.Reps;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The path of a packet and of its acknowledgement allocates nothing once rings have grown. */
class AllocationTest {
  private static final PathParameters PATH = new PathParameters(10_000_000, 80_000_000_000L);

  private final OutgoingFrame data = new OutgoingFrame();
  private final OutgoingFrame answer = new OutgoingFrame();
  private final TransportEndpoint a = endpoint(1);
  private final TransportEndpoint b = endpoint(2);
  private long nowPs;

  private static TransportEndpoint endpoint(int ipv4) {
    return new TransportEndpoint(
        new Destination(ipv4, ipv4),
        TransportSettings.DEFAULT,
        new Smartt(SmarttSettings.PAPER),
        (bdpPackets, baseRtt, random) -> new Reps(bdpPackets, baseRtt, random),
        new TransportListener() {},
        new SplittableRandom(ipv4));
  }

  /** Packets there, every sixteenth trimmed; answers back. */
  private void exchange(int packets) {
    for (int i = 0; i < packets; i++) {
      nowPs += 1_000_000;
      a.onDeadline(nowPs);
      if (!a.nextFrame(nowPs, data)) {
        throw new AssertionError("nothing to send");
      }
      boolean trimmed = i % 16 == 5;
      int head = trimmed ? 64 : data.headerLength();
      b.receive(nowPs, data.header(), 0, head, trimmed ? 64 : data.wireLength());
      if (!b.nextFrame(nowPs, answer)) {
        throw new AssertionError("no answer");
      }
      a.receive(nowPs + 9_000, answer.header(), 0, answer.headerLength(), answer.wireLength());
    }
  }

  @Test
  void packetsAndAcknowledgementsAllocateNothing() {
    a.send(0, new Destination(2, 2), 1L << 40, PATH);
    exchange(50_000);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    exchange(20_000);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;
    // The map of what was placed doubles at times: 20,000 packets are 2,500 bytes of it.
    assertThat(allocated).isLessThan(40_000);
  }
}
