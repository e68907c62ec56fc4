package io.smartt.softswitch.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.DropPort;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.TestPrograms;
import io.smartt.softswitch.backend.Wire;
import io.smartt.softswitch.port.MemoryPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Time is the test's; packets 0xf0 leave by port 2. */
class PacketPathTest {
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

  private void receive(int bytes, long nowPs) {
    byte[] packet = new byte[bytes];
    packet[0] = (byte) 0xf0;
    path.receive(1, Packet.of(packet), nowPs);
  }

  private int sent() throws InterruptedException {
    int sent = 0;
    while (out.poll(0).isPresent()) {
      sent++;
    }
    return sent;
  }

  @Test
  void withoutARateEverythingLeavesAtOnce() throws InterruptedException {
    for (int i = 0; i < 200; i++) {
      receive(1000, 0);
    }

    assertThat(sent()).isEqualTo(200);
    assertThat(path.serve(0)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aPacketRateSpacesLongAndShortPacketsAlike() throws InterruptedException {
    path.port(2).ratePps = 1_000;
    receive(100, 0);
    receive(1400, 0);
    receive(60, 0);

    assertThat(sent()).isEqualTo(1);
    assertThat(path.serve(MS - 1)).isEqualTo(MS);
    assertThat(sent()).isZero();
    assertThat(path.serve(MS)).isEqualTo(2 * MS);
    assertThat(path.serve(2 * MS)).isEqualTo(Long.MAX_VALUE);
    assertThat(sent()).isEqualTo(2);
  }

  private Map<DropReason, Long> dropped() {
    return path.packets(OptionalInt.empty()).dropped().packets();
  }

  @Test
  void aLinkThatIsDownAndOneThatLosesCountApart() {
    path.port(2).wire = Wire.IDEAL.withUp(false);
    receive(100, 0);
    receive(100, 0);
    path.port(2).wire = new Wire(0, 0, false, 1, true);
    receive(100, 0);

    assertThat(dropped())
        .containsEntry(DropReason.LINK_DOWN, 2L)
        .containsEntry(DropReason.LINK_LOSS, 1L)
        .containsEntry(DropReason.KERNEL, 0L);
  }

  @Test
  void aHostsLinkLosesWhatTheHostSendsAsWell() {
    path.port(1).wire = new Wire(0, 0, true, 0, false);
    receive(100, 0);

    assertThat(dropped()).containsEntry(DropReason.LINK_DOWN, 1L);
    assertThat(path.device().balance().received()).isZero();
  }

  @Test
  void packetsOnACableAreNeitherLostNorForgottenWhenCountersAreCleared()
      throws InterruptedException {
    path.port(2).wire = new Wire(MS, 0, false, 0, true);
    receive(100, 0);
    assertThat(path.packets(OptionalInt.empty()).to())
        .containsEntry(PacketLedger.End.IN_FLIGHT, 1L);

    path.clearCounters();
    path.serve(MS);

    assertThat(sent()).isEqualTo(1);
    PacketLedger packets = path.packets(OptionalInt.empty());
    assertThat(packets.from()).containsEntry(PacketLedger.Source.BEFORE, 1L);
    assertThat(packets.to()).containsEntry(PacketLedger.End.IN_FLIGHT, 0L);
  }

  @Test
  void aRateSpacesPacketsByTheirBytes() throws InterruptedException {
    // 1000 B at 8 Mbps take 1 ms.
    path.port(2).rateBps = 8_000_000;
    receive(1000, 0);
    receive(1000, 0);
    receive(500, 0);

    assertThat(sent()).isEqualTo(1);
    assertThat(path.serve(MS - 1)).isEqualTo(MS);
    assertThat(sent()).isZero();
    assertThat(path.serve(MS)).isEqualTo(2 * MS);
    assertThat(sent()).isEqualTo(1);
    assertThat(path.serve(2 * MS)).isEqualTo(Long.MAX_VALUE);
    assertThat(sent()).isEqualTo(1);
    // The half packet keeps the wire until 2.5 ms.
    receive(1000, 2 * MS);
    assertThat(sent()).isZero();
    assertThat(path.serve(2 * MS + MS / 2)).isEqualTo(Long.MAX_VALUE);
    assertThat(sent()).isEqualTo(1);
  }

  @Test
  void aWatchHearsWhenEachPacketHasTheWire() {
    List<String> heard = new ArrayList<>();
    path.watch(
        new StandaloneSwitch.QueueWatch() {
          @Override
          public void changed(int port, long nowPs) {}

          @Override
          public void sent(int port, long fromPs, long toPs) {
            heard.add(port + ": " + fromPs + " to " + toPs);
          }
        });
    receive(1000, 0);
    assertThat(heard).as("no rate, so no time on the wire").isEmpty();
    // 1000 B at 8 Mbps take 1 ms.
    path.port(2).rateBps = 8_000_000;
    receive(1000, 0);
    receive(500, 0);
    path.serve(MS);
    receive(1000, 4 * MS);

    assertThat(heard)
        .containsExactly(
            "2: 0 to " + MS, "2: " + MS + " to " + 3 * MS / 2, "2: " + 4 * MS + " to " + 5 * MS);
  }

  @Test
  void aLateThreadMakesUpForWhatItOwesUpToFiveMilliseconds() throws InterruptedException {
    path.port(2).rateBps = 8_000_000;
    for (int i = 0; i < 20; i++) {
      receive(1000, 0);
    }
    assertThat(path.serve(0)).isEqualTo(MS);

    // Sent at 0; due at 1, 2 and 3 ms.
    assertThat(path.serve(3 * MS + 1)).isEqualTo(4 * MS);
    assertThat(sent()).isEqualTo(4);
    // 100 ms late: what was due in the last 5 ms goes at once, and the packet of now.
    long late = 100 * MS;
    assertThat(path.serve(late)).isEqualTo(late + MS);
    assertThat(sent()).isEqualTo(6);
  }

  @Test
  void anIdleWireOwesNothing() throws InterruptedException {
    path.port(2).rateBps = 8_000_000;
    receive(1000, 0);
    receive(1000, 50 * MS);
    receive(1000, 50 * MS);

    assertThat(sent()).as("at 0 and at 50 ms").isEqualTo(2);
    assertThat(path.serve(50 * MS)).isEqualTo(51 * MS);
  }

  @Test
  void aFullQueueDropsAndCounts() throws InterruptedException {
    path.port(2).rateBps = 8_000_000;
    path.device().trafficManager().configure(2, 0, QueueConfig.bytes(2_500));
    for (int i = 0; i < 5; i++) {
      receive(1000, 0);
    }

    assertThat(path.device().trafficManager().counters(2, 0).dropped().packets()).isEqualTo(2);
    assertThat(path.device().trafficManager().depthPackets(2, 0)).isEqualTo(2);
    assertThat(sent()).isEqualTo(1);
  }

  /** Their receivers take the whole one's data, and both as news of a full queue. */
  @Test
  void whatPassesAFullQueueHasTheTrimmedCodePointWhetherItWasCutOrIsShort()
      throws InterruptedException {
    PacketPath two =
        new PacketPath(
            new StandaloneSettings(
                "s1",
                1,
                OptionalInt.empty(),
                DropPort.DEFAULT,
                2,
                64,
                Map.of(),
                OptionalLong.empty()),
            Map.of(1, in, 2, out),
            new SplittableRandom(1),
            SwitchLog.none());
    TestPrograms.install(TestPrograms.FEATURES, two.device());
    two.port(2).rateBps = 8_000_000;
    two.device()
        .trafficManager()
        .configure(2, 0, QueueConfig.packets(1).withTrimming(new QueueConfig.Trimming(206, 48, 1)));
    for (int bytes : new int[] {1000, 1000, 1000, 100}) {
      byte[] frame = new byte[bytes];
      frame[0] = (byte) 0xf0;
      frame[12] = 8;
      frame[14] = 0x45;
      two.receive(1, Packet.of(frame), 0);
    }
    long next = two.serve(0);
    while (next != Long.MAX_VALUE) {
      next = two.serve(next);
    }

    List<String> sent = new ArrayList<>();
    for (Optional<byte[]> one = out.poll(0); one.isPresent(); one = out.poll(0)) {
      byte[] frame = one.get();
      sent.add(frame.length + " bytes of DSCP " + ((frame[15] & 0xff) >> 2));
    }
    assertThat(sent)
        .containsExactlyInAnyOrder(
            "1000 bytes of DSCP 0",
            "1000 bytes of DSCP 0",
            "206 bytes of DSCP 48",
            "100 bytes of DSCP 48");
    assertThat(two.device().trafficManager().counters(2, 1).trimmed().packets()).isEqualTo(1);
  }

  @Test
  void whatAPortDoesNotTakeIsCounted() {
    out.setUp(false);
    receive(100, 0);

    assertThat(path.port(2).sendLostPackets).isEqualTo(1);
    assertThat(path.port(2).sentPackets).isZero();
  }

  @Test
  void aPortThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> path.port(9))
        .isInstanceOf(NoSuchElementException.class)
        .hasMessage("the switch has no port 9; it has [1, 2]");
  }
}
