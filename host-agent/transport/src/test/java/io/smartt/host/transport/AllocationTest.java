package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.RecordSettings;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The path of a packet and of its acknowledgement allocates nothing once rings have grown. */
class AllocationTest {
  private static final PathParameters PATH = new PathParameters(10_000_000, 80_000_000_000L);

  private final OutgoingFrame data = new OutgoingFrame();
  private final OutgoingFrame answer = new OutgoingFrame();
  private long nowPs;

  private static TransportEndpoint endpoint(int ipv4, TransportSettings settings) {
    return new TransportEndpoint(
        new Destination(ipv4, ipv4),
        settings,
        new Smartt(Smartt.Settings.PAPER),
        (bdpPackets, baseRtt, random) -> new Reps(bdpPackets, baseRtt, random),
        new TransportListener() {},
        new SplittableRandom(ipv4));
  }

  /** Packets there, some trimmed, some lost, some out of order; answers back. */
  private void exchange(TransportEndpoint a, TransportEndpoint b, int packets) {
    for (int i = 0; i < packets; i++) {
      nowPs += 1_000_000;
      a.onDeadline(nowPs);
      if (!a.nextFrame(nowPs, data)) {
        continue;
      }
      if (i % 16 == 5) {
        b.receive(nowPs, data.header(), 0, 64, 64);
      } else if (i % 64 == 7) {
        continue;
      } else {
        b.receive(nowPs, data.header(), 0, data.headerLength(), data.wireLength());
      }
      while (b.nextFrame(nowPs, answer)) {
        a.receive(nowPs + 9_000, answer.header(), 0, answer.headerLength(), answer.wireLength());
      }
    }
  }

  private long allocated(TransportSettings settings) {
    TransportEndpoint a = endpoint(1, settings);
    TransportEndpoint b = endpoint(2, settings);
    int connection = a.open(0, new Destination(2, 2), PATH);
    a.send(0, connection, 1L << 40, PayloadSource.COUNTED);
    a.send(0, connection, 1L << 40, PayloadSource.COUNTED);
    exchange(a, b, 60_000);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    exchange(a, b, 20_000);
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(b.counters().bytesDelivered()).isGreaterThan(20_000L * 4096);
    assertThat(a.counters().timeouts()).isPositive();
    return bytes;
  }

  @Test
  void packetsAndAcknowledgementsAllocateNothing() {
    assertThat(allocated(TransportSettings.DEFAULT)).isLessThan(4096);
  }

  @Test
  void norDoMessagesInTurnWithFewAcknowledgementsAndChecksums() {
    TransportSettings settings = Pair.with(TransportSettings.DEFAULT, "ack-every-packets", "8");
    settings = Pair.with(settings, "messages-in-turn", "true");
    settings = RecordSettings.with(settings, "udp-checksum", "true");
    assertThat(allocated(settings)).isLessThan(4096);
  }
}
