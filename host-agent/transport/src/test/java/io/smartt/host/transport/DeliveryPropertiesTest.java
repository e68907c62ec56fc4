package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.Dcqcn;
import io.smartt.host.congestion.Mprdma;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.credit.Eqds;
import io.smartt.host.credit.Rccc;
import io.smartt.host.settings.RecordSettings;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Tests that every byte is delivered exactly once over a network that does anything to frames. */
class DeliveryPropertiesTest {
  private static final long LONG_PS = 3_600_000_000_000_000L;

  private static final TransportSettings SMALL =
      RecordSettings.with(TransportSettings.DEFAULT, "max-payload-bytes", "500");
  private static final TransportSettings CHECKED =
      RecordSettings.with(SMALL, "udp-checksum", "true");

  @Property(tries = 150)
  void everyByteArrivesOnceUnderLossTrimsMarksReorderingAndDuplicates(
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0, max = 0.3) double loss,
      @ForAll @DoubleRange(min = 0, max = 0.5) double trim,
      @ForAll @DoubleRange(min = 0, max = 0.5) double mark,
      @ForAll @DoubleRange(min = 0, max = 0.3) double duplicate,
      @ForAll @LongRange(min = 0, max = 100_000_000) long jitterPs) {
    Pair pair = new Pair(SMALL, seed);
    pair.faults = new Pair.Faults(loss, trim, mark, duplicate, 0, jitterPs);
    exchange(pair, seed);
  }

  /** Credits and requests for them get lost, trimmed first windows never open a connection. */
  @Property(tries = 100)
  void everyByteArrivesOnceOnCredit(
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0, max = 0.3) double loss,
      @ForAll @DoubleRange(min = 0, max = 0.5) double trim,
      @ForAll @DoubleRange(min = 0, max = 0.3) double duplicate,
      @ForAll @LongRange(min = 0, max = 100_000_000) long jitterPs,
      @ForAll @IntRange(min = 0, max = 4) int kind) {
    Pair pair = new Pair(SMALL, scheme(kind), seed);
    pair.faults = new Pair.Faults(loss, trim, 0.2, duplicate, 0, jitterPs);
    exchange(pair, seed);
  }

  private static CongestionScheme scheme(int kind) {
    return switch (kind) {
      case 0 -> Eqds.alone(Eqds.SETTINGS.defaults());
      case 1 -> Eqds.cappedBy(new Smartt(Smartt.Settings.PAPER), Eqds.SETTINGS.defaults());
      case 2 -> Rccc.alone(Rccc.SETTINGS.defaults());
      case 3 -> Rccc.cappedBy(new Smartt(Smartt.Settings.PAPER), Rccc.SETTINGS.defaults());
      default -> Eqds.cappedBy(new Mprdma(Mprdma.SETTINGS.defaults()), Eqds.SETTINGS.defaults());
    };
  }

  /** Without a first window nothing leaves before a request for credit has been answered. */
  @Property(tries = 50)
  void everyByteArrivesOnceOnCreditAlone(
      @ForAll long seed, @ForAll @DoubleRange(min = 0, max = 0.4) double trouble) {
    Eqds.Settings settings =
        RecordSettings.with(Eqds.SETTINGS.defaults(), "initial-window-bdps", "0");
    Pair pair = new Pair(CHECKED, Eqds.alone(settings), seed);
    pair.faults = new Pair.Faults(trouble / 2, trouble, 0, 0.05, trouble / 4, 5_000_000);
    exchange(pair, seed);
    assertThat(pair.b.counters().payloadMismatches()).isZero();
  }

  /** The receiver keeps nothing that comes too early. */
  @Property(tries = 60)
  void everyByteArrivesOnceByGoingBack(
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0, max = 0.2) double loss,
      @ForAll @DoubleRange(min = 0, max = 0.1) double trim,
      @ForAll @DoubleRange(min = 0, max = 0.5) double mark,
      @ForAll @DoubleRange(min = 0, max = 0.3) double duplicate,
      @ForAll @LongRange(min = 0, max = 1_000_000) long jitterPs) {
    Pair pair = new Pair(SMALL, new Dcqcn(Dcqcn.SETTINGS.defaults(), 1), seed);
    pair.faults = new Pair.Faults(loss, trim, mark, duplicate, 0, jitterPs);
    exchange(pair, seed);
  }

  @Property(tries = 150)
  void everyByteArrivesOnceAndUnharmedUnderCorruptionToo(
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0, max = 0.2) double loss,
      @ForAll @DoubleRange(min = 0, max = 0.3) double duplicate,
      @ForAll @DoubleRange(min = 0.01, max = 0.3) double corrupt,
      @ForAll @LongRange(min = 0, max = 100_000_000) long jitterPs) {
    Pair pair = new Pair(CHECKED, seed);
    pair.faults = new Pair.Faults(loss, 0, 0.1, duplicate, corrupt, jitterPs);
    exchange(pair, seed);
    assertThat(pair.b.counters().payloadMismatches()).isZero();
  }

  /** All of it at once, with every setting of answers and order, and connections that end. */
  @Property(tries = 200)
  void everyByteArrivesOnceUnderAnyMixOfFaultsAndSettings(
      @ForAll long seed,
      @ForAll @DoubleRange(min = 0, max = 0.25) double loss,
      @ForAll @DoubleRange(min = 0, max = 0.4) double trim,
      @ForAll @DoubleRange(min = 0, max = 0.25) double duplicate,
      @ForAll @DoubleRange(min = 0, max = 0.15) double corrupt,
      @ForAll @LongRange(min = 0, max = 100_000_000) long jitterPs,
      @ForAll @IntRange(min = 1, max = 20) int ackEvery,
      @ForAll boolean outOfOrderAtOnce,
      @ForAll boolean inTurn) {
    TransportSettings settings =
        Pair.with(CHECKED, "ack-every-packets", Integer.toString(ackEvery));
    settings = Pair.with(settings, "ack-out-of-order-at-once", Boolean.toString(outOfOrderAtOnce));
    settings = Pair.with(settings, "messages-in-turn", Boolean.toString(inTurn));
    Pair pair = new Pair(settings, seed);
    pair.faults = new Pair.Faults(loss, trim, 0.1, duplicate, corrupt, jitterPs);
    SplittableRandom random = new SplittableRandom(seed);
    long bytes = 0;
    for (int round = 0; round < 4; round++) {
      int connection = pair.open();
      for (int i = 0; i < 8; i++) {
        int size = 1 + random.nextInt(random.nextBoolean() ? 15_000 : 700);
        bytes += size;
        pair.send(connection, size);
      }
      pair.a.close(pair.nowPs, connection);
      pair.run(pair.nowPs + random.nextLong(3_000_000_000L));
    }
    pair.run(LONG_PS);
    assertThat(pair.failed).isEmpty();
    assertThat(pair.closed).hasSize(4);
    checkDelivered(pair, bytes);
    assertThat(pair.b.counters().payloadMismatches()).isZero();
  }

  private static void checkDelivered(Pair pair, long bytes) {
    assertThat(pair.allDelivered()).isTrue();
    assertThat(pair.bytesPlacedTwice).isZero();
    assertThat(pair.b.counters().bytesDelivered()).isEqualTo(bytes);
    assertThat(pair.b.counters().bytesVerified()).isEqualTo(bytes);
    assertThat(pair.a.nextDeadlinePs()).isEqualTo(Long.MAX_VALUE);
  }

  private static void exchange(Pair pair, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int shared = pair.open();
    long bytes = 0;
    for (int i = 0; i < 6; i++) {
      int size = 1 + random.nextInt(random.nextBoolean() ? 40_000 : 700);
      bytes += size;
      if (random.nextBoolean()) {
        pair.send(size);
      } else {
        pair.send(shared, size);
      }
    }
    pair.run(LONG_PS);
    checkDelivered(pair, bytes);
    assertThat(pair.a.inFlightBytes(shared)).isZero();
  }

  @Property(tries = 100)
  void inFlightIsNeverAboveTheWindowPlusOnePacketWhenAPacketLeaves(
      @ForAll long seed, @ForAll @DoubleRange(min = 0, max = 0.4) double trouble) {
    Pair pair = new Pair(SMALL, seed);
    pair.faults = new Pair.Faults(trouble / 2, trouble, trouble, 0.05, 0, 5_000_000);
    List<Integer> connections = List.of(pair.open(), pair.open(), pair.open());
    for (int i = 0; i < 12; i++) {
      pair.send(connections.get(i % 3), 20_000);
    }
    for (long until = 0; pair.finished.size() < 12; until += 1_000_000) {
      long[] before = connections.stream().mapToLong(pair.a::inFlightBytes).toArray();
      byte[] frame = pair.take(pair.a);
      for (int i = 0; i < 3; i++) {
        long after = pair.a.inFlightBytes(connections.get(i));
        if (after > before[i]) {
          assertThat(after - before[i]).isEqualTo(frame.length);
          assertThat(before[i]).isLessThan(pair.a.windowBytes(connections.get(i)));
        }
      }
      if (frame.length > 0) {
        pair.deliver(pair.b, frame);
      }
      pair.run(until);
    }
  }

  @Property(tries = 150)
  void randomBytesNeverHarm(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Pair pair = new Pair(CHECKED, seed);
    pair.send(20_000);
    for (int i = 0; i < 200; i++) {
      byte[] frame = i % 2 == 0 ? pair.take(pair.a) : new byte[random.nextInt(200)];
      if (frame.length == 0) {
        continue;
      }
      byte[] noise = frame.clone();
      for (int n = random.nextInt(10); n >= 0; n--) {
        noise[random.nextInt(noise.length)] = (byte) random.nextInt();
      }
      int cut = random.nextInt(noise.length + 1);
      pair.b.receive(0, noise, 0, cut, cut);
      pair.a.receive(0, noise, 0, cut, noise.length);
      pair.deliver(pair.b, frame);
    }
    pair.run(LONG_PS);
    assertThat(pair.allDelivered()).isTrue();
    assertThat(pair.bytesPlacedTwice).isZero();
  }
}
