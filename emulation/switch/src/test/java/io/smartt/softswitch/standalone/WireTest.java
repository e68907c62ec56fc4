package io.smartt.softswitch.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.TestPrograms;
import io.smartt.softswitch.backend.Wire;
import io.smartt.softswitch.port.MemoryPort;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Time is the test's; packets 0xf0 leave by port 2, and 1,000 B at 8 Mbps take 1 ms. */
class WireTest {
  private static final long MS = 1_000_000_000L;

  private final MemoryPort in = new MemoryPort();
  private final MemoryPort out = new MemoryPort();
  private final PacketPath path =
      new PacketPath(
          PlainSettings.with(OptionalInt.empty(), OptionalLong.empty()),
          Map.of(1, in, 2, out),
          new SplittableRandom(1),
          SwitchLog.none());

  @BeforeEach
  void install() {
    TestPrograms.install(TestPrograms.FEATURES, path.device());
  }

  private void arrive(int bytes, long nowPs) {
    byte[] packet = new byte[bytes];
    packet[0] = (byte) 0xf0;
    path.arrive(1, Packet.of(packet), nowPs);
  }

  private int sent() throws InterruptedException {
    int sent = 0;
    while (out.poll(0).isPresent()) {
      sent++;
    }
    return sent;
  }

  @Test
  void aPacketLeavesWhenItsLastBitHasPassedTheCable() throws InterruptedException {
    path.port(2).rateBps = 8_000_000;
    path.port(2).wire = new Wire(3 * MS, 0, false, 0, true);
    arrive(1000, 0);
    arrive(1000, 0);

    assertThat(path.serve(0)).isEqualTo(MS);
    assertThat(path.serve(MS)).isEqualTo(4 * MS);
    assertThat(sent()).isZero();
    assertThat(path.serve(4 * MS)).isEqualTo(5 * MS);
    assertThat(sent()).isEqualTo(1);
    assertThat(path.serve(5 * MS)).isEqualTo(Long.MAX_VALUE);
    assertThat(sent()).isEqualTo(1);
  }

  @Test
  void aLateThreadDelaysAPacketByItsLatenessOnce() throws InterruptedException {
    path.port(2).rateBps = 8_000_000;
    path.port(2).wire = new Wire(3 * MS, 0, false, 0, true);
    arrive(1000, 0);
    arrive(1000, 0);
    path.serve(0);

    // Half a millisecond late for the second packet, which still is at the far end at 5 ms.
    assertThat(path.serve(MS + MS / 2)).isEqualTo(4 * MS);
    path.serve(4 * MS);
    assertThat(path.serve(5 * MS)).isEqualTo(Long.MAX_VALUE);
    assertThat(sent()).isEqualTo(2);
  }

  @Test
  void aHostsPacketIsTakenInAfterItsOwnWay() throws InterruptedException {
    path.port(1).rateBps = 8_000_000;
    path.port(1).wire = new Wire(0, 2 * MS, true, 0, true);
    arrive(1000, 0);

    assertThat(path.serve(0)).isEqualTo(3 * MS);
    assertThat(sent()).isZero();
    path.serve(3 * MS);
    assertThat(sent()).isEqualTo(1);
  }

  @Test
  void aCutCableLosesBothWaysAndCountsIt() throws InterruptedException {
    path.port(1).wire = new Wire(0, MS, true, 0, true).withUp(false);
    arrive(1000, 0);
    path.serve(MS);

    assertThat(path.port(1).linkDownPackets).isEqualTo(1);

    path.port(1).wire = Wire.IDEAL;
    path.port(2).wire = Wire.IDEAL.withUp(false);
    arrive(1000, 2 * MS);
    path.serve(2 * MS);

    assertThat(path.port(2).linkDownPackets).isEqualTo(1);
    assertThat(sent()).isZero();
  }

  @Test
  void aLossOfOneLosesAll() throws InterruptedException {
    path.port(2).wire = new Wire(0, 0, false, 1, true);
    for (int i = 0; i < 1000; i++) {
      arrive(100, i);
      path.serve(i);
    }

    assertThat(path.port(2).linkLossPackets).isEqualTo(1000);
    assertThat(sent()).isZero();
  }

  @Test
  void aLossOfAThirdLosesAThird() throws InterruptedException {
    path.port(2).wire = new Wire(0, 0, false, 1.0 / 3, true);
    for (int i = 0; i < 3000; i++) {
      arrive(100, i);
      path.serve(i);
    }

    // 1,000 lost on average with a standard deviation of 26.
    assertThat(path.port(2).linkLossPackets).isBetween(850L, 1150L);
    assertThat(sent()).isEqualTo(3000 - (int) path.port(2).linkLossPackets);
  }

  @Test
  void aDelayLineKeepsOrderWhenItsDelayShrinksAndGrowsWithNeed() {
    PortState.DelayLine line = new PortState.DelayLine();
    for (int i = 0; i < 40; i++) {
      line.add(Packet.of(new byte[i + 1]), i == 0 ? 100 : i);
    }

    Packet packet = new Packet(1);
    for (int i = 0; i < 40; i++) {
      assertThat(line.nextPs()).isEqualTo(100);
      line.remove(packet);
      assertThat(packet.length()).isEqualTo(i + 1);
    }
    assertThat(line.isEmpty()).isTrue();
  }
}
