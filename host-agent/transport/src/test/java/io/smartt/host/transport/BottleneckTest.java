package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.Smartt;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.RecordSettings;
import java.util.Arrays;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** SMaRTT with the paper's constants over a {@link Bottleneck}: completion times against ideal. */
class BottleneckTest {
  private static final long GBPS = 1_000_000_000L;
  private static final long US = 1_000_000L;
  private static final int MIB = 1 << 20;
  private static final long LIMIT = 1_000_000L * US;
  private static final int HEADER = 74;
  private static final int PAYLOAD = 4096;

  private static Bottleneck network(
      int senders,
      long linkBps,
      long baseRttPs,
      boolean trimming,
      Smartt.Settings settings,
      long seed) {
    return new Bottleneck(
        senders,
        linkBps,
        baseRttPs,
        trimming,
        new Smartt(settings, new Smartt.Network(OptionalLong.empty(), trimming)),
        (bdpPackets, baseRtt, random) -> new Reps(bdpPackets, baseRtt, random),
        TransportSettings.DEFAULT,
        seed);
  }

  private static Bottleneck incast(
      int senders, int bytes, long linkBps, long baseRttPs, boolean trimming, long seed) {
    return incast(senders, bytes, linkBps, baseRttPs, trimming, Smartt.Settings.PAPER, seed);
  }

  private static Bottleneck incast(
      int senders,
      int bytes,
      long linkBps,
      long baseRttPs,
      boolean trimming,
      Smartt.Settings settings,
      long seed) {
    Bottleneck network = network(senders, linkBps, baseRttPs, trimming, settings, seed);
    for (int i = 0; i < senders; i++) {
      network.send(i, 0, bytes);
    }
    network.run(LIMIT);
    checkDelivered(network, (long) senders * bytes);
    return network;
  }

  private static void checkDelivered(Bottleneck network, long bytes) {
    TransportCounters received = network.receiver.endpoint.counters();
    assertThat(received.bytesDelivered()).isEqualTo(bytes);
    assertThat(received.bytesVerified()).isEqualTo(bytes);
  }

  /** Completion times over what a fluid that is shared fairly takes, sorted. */
  private static double[] slowdowns(Bottleneck network, int senders, int bytes) {
    int packets = (bytes - 1) / PAYLOAD + 1;
    double total = senders * (bytes + (double) packets * HEADER) - (PAYLOAD + HEADER);
    double ideal = network.path.baseRttPs() + total * 8e12 / network.linkBps;
    return network.senders.stream()
        .mapToDouble(node -> node.completedPs / ideal)
        .sorted()
        .toArray();
  }

  private static double last(double[] sorted) {
    return sorted[sorted.length - 1];
  }

  private static long timeouts(Bottleneck network) {
    return network.senders.stream().mapToLong(n -> n.endpoint.counters().timeouts()).sum();
  }

  @Test
  void onePacketOnAnEmptyNetworkTakesTheBaseRtt() {
    Bottleneck network = incast(1, PAYLOAD, 50 * GBPS, 12 * US, true, 1);
    assertThat(network.senders.getFirst().completedPs).isBetween(12 * US - 10, 12 * US + 10);
  }

  @Test
  void oneFlowOnAnEmptyNetworkTakesTheIdealTime() {
    Bottleneck network = incast(1, 4 * MIB, 50 * GBPS, 12 * US, true, 1);
    assertThat(last(slowdowns(network, 1, 4 * MIB))).isBetween(0.999, 1.001);
    assertThat(network.trims).isZero();
    assertThat(network.marks).isZero();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void incastOf15IsWithinTenPercentOfIdealAndFair(long seed) {
    Bottleneck network = incast(15, 4 * MIB, 50 * GBPS, 12 * US, true, seed);
    double[] slowdowns = slowdowns(network, 15, 4 * MIB);
    assertThat(last(slowdowns)).isLessThan(1.01);
    assertThat(slowdowns[0]).as("the luckiest flow").isGreaterThan(0.85);
    assertThat(timeouts(network)).isZero();
  }

  @Test
  void incastAtThePapersSpeedIsWithinTenPercentOfIdeal() {
    Bottleneck network = incast(32, MIB, 800 * GBPS, 11_453_440, true, 1);
    assertThat(last(slowdowns(network, 32, MIB))).isLessThan(1.10);
    assertThat(timeouts(network)).isZero();
  }

  @ParameterizedTest
  @ValueSource(ints = {MIB / 4, 4 * MIB})
  void withoutTrimmingTimeoutsRecoverEveryFlow(int bytes) {
    Bottleneck network = incast(15, bytes, 50 * GBPS, 12 * US, false, 1);
    assertThat(network.dropped).isPositive();
    assertThat(timeouts(network)).isGreaterThanOrEqualTo(network.dropped);
    long packets = ((long) bytes - 1) / PAYLOAD + 1;
    double idealPs = 12e6 + 15.0 * packets * (PAYLOAD + HEADER) * 8e12 / (50.0 * GBPS);
    assertThat((double) network.completionsPs.getLast())
        .as("at most about one timeout later")
        .isLessThan(idealPs + 1.5 * 84e6);
  }

  /**
   * Where a timeout brings the window to what is in flight. Where it takes its packet's size alone,
   * as Algorithm 4 has it, what was lost together is sent again together and may be lost again.
   */
  @Test
  void trimmingSavesAboutOneTimeoutOnAShortIncast() {
    Smartt.Settings careful =
        RecordSettings.with(Smartt.Settings.PAPER, "timeouts-cut-to-flight", "true");
    long trimmed = incast(32, MIB, 800 * GBPS, 11_453_440, true, 1).completionsPs.getLast();
    long dropped =
        incast(32, MIB, 800 * GBPS, 11_453_440, false, careful, 1).completionsPs.getLast();
    assertThat(dropped - trimmed).isBetween(40 * US, 120 * US);
  }

  private static double mean(Bottleneck network) {
    return network.completionsPs.stream().mapToLong(Long::longValue).average().orElseThrow();
  }

  @Test
  void quickAdaptEndsFlowsEarlierInTheMeanOnALargeIncast() {
    Smartt.Settings without = RecordSettings.with(Smartt.Settings.PAPER, "quick-adapt", "false");
    Bottleneck on = incast(100, MIB / 4, 800 * GBPS, 11_453_440, true, 1);
    Bottleneck off = incast(100, MIB / 4, 800 * GBPS, 11_453_440, true, without, 1);
    assertThat(mean(on)).isLessThan(mean(off));
  }

  @Test
  void fastIncreaseReclaimsTheLinkWhenOthersFinish() {
    Smartt.Settings without = RecordSettings.with(Smartt.Settings.PAPER, "fast-increase", "false");
    assertThat(uneven(Smartt.Settings.PAPER)).isLessThan(0.95 * uneven(without));
  }

  /** Completion of a flow of sixteen times the size of seven others, in picoseconds. */
  private static double uneven(Smartt.Settings settings) {
    Bottleneck network = network(8, 800 * GBPS, 11_453_440, true, settings, 1);
    network.send(0, 0, 16 * MIB);
    for (int i = 1; i < 8; i++) {
      network.send(i, 0, MIB);
    }
    network.run(LIMIT);
    checkDelivered(network, 23L * MIB);
    return network.senders.getFirst().completedPs;
  }

  @Test
  void sameSeedGivesTheSameTimes() {
    Bottleneck one = incast(8, MIB, 50 * GBPS, 12 * US, true, 7);
    Bottleneck two = incast(8, MIB, 50 * GBPS, 12 * US, true, 7);
    assertThat(one.completionsPs).isEqualTo(two.completionsPs);
    assertThat(Arrays.asList(one.marks, one.trims)).isEqualTo(Arrays.asList(two.marks, two.trims));
  }
}
