package io.smartt.host.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.smartt.host.settings.SettingsValues;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link Nscc.Controller} as the specification has it. */
class SpecifiedNsccTest {
  private static final long LINK_BPS = 100_000_000_000L;
  private static final long BASE = 12_000_000;
  private static final int MTU = 4160;
  private static final long TARGET = 9_000_000;
  private static final long LATE = BASE + TARGET;

  private final Nscc.Parameters trimming = specified(1, true);
  private final Nscc.Parameters tailDrop = specified(1, false);
  private final Nscc.Controller flow = new Nscc.Controller(trimming);

  private static CongestionContext run(int dilation, boolean trims) {
    return new CongestionContext(
        SettingsValues.DEFAULTS, ConstantsOrigin.UE, trims, dilation * BASE, dilation, 4096);
  }

  private static Nscc.Parameters specified(int dilation, boolean trims) {
    return Nscc.Parameters.specified(run(dilation, trims), LINK_BPS / dilation, MTU, 1.5, 1.5);
  }

  /** UE 1.0.3, Table 3-82, in the network that its constants are for: a = 1, b = 0.75. */
  @Test
  void parametersInTheReferenceNetwork() {
    assertThat(trimming.maxWindowBytes(BASE)).isEqualTo(225_000);
    assertThat(trimming.targetDelayPs()).isEqualTo(TARGET);
    assertThat(trimming.steps().alpha()).isCloseTo(4.0 * 0.75 * MTU / 9e6, within(1e-12));
    assertThat(trimming.steps().fi()).isEqualTo(5 * MTU);
    assertThat(trimming.steps().eta()).isCloseTo(0.15 * MTU, within(1e-9));
    assertThat(trimming.steps().fastScale()).isEqualTo(0.25);
  }

  @Test
  void withoutTrimmingTheTargetIsOneBaseRttAndFourOfThemTriggerQuickAdapt() {
    assertThat(tailDrop.targetDelayPs()).isEqualTo(BASE);
    assertThat(tailDrop.triggerDelayPs()).isEqualTo(4 * BASE);
    assertThat(trimming.triggerDelayPs()).isEqualTo(Long.MAX_VALUE);
  }

  /** In a network a thousand times slower a window grows as much in a round trip. */
  @Test
  void timesThatAreNotBaseRttsGrowWithTheDilation() {
    List<Nscc.Parameters> fast =
        List.of(trimming, Nscc.Parameters.simulated(BASE, LINK_BPS, MTU, 4096, 1, 1.5));
    List<Nscc.Parameters> slow =
        List.of(
            specified(1000, true),
            Nscc.Parameters.simulated(1000 * BASE, LINK_BPS / 1000, MTU, 4096, 1000, 1.5));
    for (int i = 0; i < 2; i++) {
      assertThat(slow.get(i).fastDelayPs()).isEqualTo(1000 * fast.get(i).fastDelayPs());
      assertThat(1000 * slow.get(i).steps().alpha())
          .isCloseTo(fast.get(i).steps().alpha(), withinPercentage(1e-9));
      assertThat(slow.get(i).steps().fi())
          .isCloseTo(fast.get(i).steps().fi(), withinPercentage(1e-9));
    }
  }

  /** Few bytes in a period, and the second of two periods ends with a packet that waited long. */
  private static long afterADelay(Nscc.Parameters parameters, long delayPs) {
    Nscc.Controller flow = new Nscc.Controller(parameters);
    flow.onAck(BASE, MTU, BASE, true, 0);
    flow.onAck(5 * BASE, MTU, BASE + delayPs, true, 0);
    return flow.windowBytes();
  }

  @Test
  void aLongDelayAloneAdaptsOnlyWhereNothingIsTrimmed() {
    assertThat(afterADelay(tailDrop, 4 * BASE + 1)).isEqualTo(MTU);
    assertThat(afterADelay(tailDrop, 4 * BASE)).as("not above four targets").isGreaterThan(100_000);
    assertThat(afterADelay(trimming, 5 * BASE)).isGreaterThan(100_000);
  }

  @Test
  void anAmbiguousAcknowledgementOnlyCountsBytes() {
    long before = flow.windowBytes();
    for (int i = 1; i < 100; i++) {
      flow.onAck(i * BASE, MTU, CongestionController.RTT_UNKNOWN, true, 0);
    }
    assertThat(flow.windowBytes()).isEqualTo(before);
  }

  /** Sec. 3.6.13.5, CanSend. */
  @Test
  void aPacketLeavesIfAFullOneFits() {
    long window = flow.windowBytes();
    assertThat(flow.maySend(window - MTU, MTU)).isTrue();
    assertThat(flow.maySend(window - MTU + 1, 100)).isFalse();
  }

  /** A sample after half a base RTT weighs one half: the cut is 0.8 of (12 - 9) / 12, then eta. */
  @Test
  void theAverageDelayIsOfTheLastBaseRtt() {
    flow.onAck(BASE, 1, BASE, true, 0);
    flow.onAck(BASE + BASE / 2, 1, BASE + 24_000_000, true, 0);
    assertThat(flow.windowBytes() - trimming.steps().eta())
        .isCloseTo(225_000 * (1 - 0.8 * 3 / 12), within(1.0));
  }

  /** Sec. 3.6.13.2: 64 in all acknowledgements of a round trip halves the window. */
  @Test
  void aPenaltyOf64HalvesTheWindowInARoundTrip() {
    long before = flow.windowBytes();
    for (int i = 1; i <= 50; i++) {
      flow.onDestination(64, false, (int) (before / 50), flow.windowBytes());
      flow.onAck(i, (int) (before / 50), BASE, false, flow.windowBytes());
    }
    assertThat(flow.windowBytes() / (double) before).isCloseTo(0.5, within(0.01));
  }

  @Test
  void theWindowOfBeforeComesBackWhenAsked() {
    long before = flow.windowBytes();
    flow.onDestination(127, false, 100_000, before);
    flow.onDestination(127, false, 100_000, before);
    assertThat(flow.windowBytes()).isLessThan(before / 2);
    flow.onDestination(0, true, MTU, 0);
    assertThat(flow.windowBytes()).isEqualTo(before);
  }

  @Test
  void aSlowDestinationsWindowIsOnePacketAtLeastAndWhatIsInFlightAtMost() {
    flow.onDestination(1, false, 1, 50_000);
    assertThat(flow.windowBytes()).isEqualTo(49_999);
    flow.onDestination(127, false, 100_000, 50_000);
    assertThat(flow.windowBytes()).isEqualTo(MTU);
  }

  @Test
  void theSimulatorsNsccHasNoDestinationFlowControl() {
    Nscc.Controller simulated =
        new Nscc.Controller(Nscc.Parameters.simulated(BASE, LINK_BPS, MTU, 4096, 1, 1.5));
    long before = simulated.windowBytes();
    simulated.onDestination(127, false, 100_000, before);
    assertThat(simulated.windowBytes()).isEqualTo(before);
  }

  /** Sec. 3.6.13.5, OnInferredLoss: what was lost no more comes marked. */
  @Test
  void timeoutsCountInTheIgnorePhase() {
    flow.onAck(BASE, MTU, LATE, true, 0);
    long end = 2 * BASE + trimming.targetDelayPs();
    flow.onTrim(end + 1, MTU, 2 * MTU);
    long adapted = flow.windowBytes();
    assertThat(adapted).isEqualTo(MTU);
    flow.onTimeout(end + 2, MTU, MTU);
    flow.onTimeout(end + 3, MTU, 0);
    // Nothing is left to ignore: marks count, and eta is added for the base RTT that passed.
    flow.onAck(end + 4, 1, BASE + 1_500_000, true, 0);
    assertThat(flow.windowBytes()).isEqualTo(MTU + Math.round(Math.floor(trimming.steps().eta())));
  }

  @Test
  void anAverageAtTheTargetDecreasesNothingAndDelaysNoDecrease() {
    flow.onAck(BASE + 1, 1, LATE, true, 0);
    long before = flow.windowBytes();
    assertThat(before).isEqualTo(225_000);
    // The average moves by a twelve millionth of this: 9.083 us, of which 0.8 * 0.083 are too much.
    flow.onAck(BASE + 2, 1, BASE + 1_009_000_000_000L, true, 0);
    assertThat(flow.windowBytes())
        .isCloseTo(Math.round(225_000 * (1 - 0.8 * 84 / 9084)), within(99L));
  }

  @Test
  void aDecreaseIsAfterMoreThanABaseRtt() {
    flow.onAck(BASE, 1, BASE + 2 * TARGET, true, 0);
    assertThat(flow.windowBytes()).as("a base RTT").isEqualTo(225_000);
    flow.onAck(BASE + 1, 1, BASE + 2 * TARGET, true, 0);
    assertThat(flow.windowBytes() - trimming.steps().eta()).isCloseTo(225_000 * 0.6, within(1.0));
  }

  @Test
  void aLatePacketWithoutAMarkWeighsAsMuchAsAnother() {
    flow.onAck(BASE, 1, BASE + 2 * TARGET, false, 0);
    flow.onAck(BASE + 1, 1, BASE + 2 * TARGET, true, 0);
    assertThat(flow.windowBytes() - trimming.steps().eta()).isCloseTo(225_000 * 0.6, within(1.0));
  }

  @Test
  void nothingComesBackWhereNothingWasTaken() {
    flow.onTrim(1, MTU, 0);
    flow.onDestination(0, true, MTU, 0);
    assertThat(flow.windowBytes()).isEqualTo(225_000 - MTU);
  }

  @Test
  void theUsersSettingsAreThoseOfTheOrigin() {
    assertThat(Nscc.implied(ConstantsOrigin.PAPER, true)).isEmpty();
    assertThat(Nscc.implied(ConstantsOrigin.NSCC, true))
        .containsEntry("entropies", "64")
        .containsEntry("transport.rtt-transmissions", "2");
    assertThat(Nscc.implied(ConstantsOrigin.UE, true))
        .containsEntry("entropies", "256")
        .containsEntry("queue.last-hop-trims", "true")
        .doesNotContainKey("queue.size");
    assertThat(Nscc.implied(ConstantsOrigin.UE, false))
        .containsEntry("entropies", "256")
        .containsEntry("queue.size", "5bdp")
        .doesNotContainKey("queue.last-hop-trims");
  }

  /** NSCC with a delay that somebody else measures, and a period of its own. */
  private static final class Measured extends Nscc.Controller {
    long delayPs;
    long tripPs = BASE;

    Measured(double maxWindowBdps) {
      super(run(1, true), LINK_BPS, MTU, maxWindowBdps);
    }

    @Override
    protected long queueingPs(long rttPs, long leastRttPs) {
      return delayPs;
    }

    @Override
    protected long periodPs(long leastRttPs) {
      return tripPs;
    }
  }

  @Test
  void aSchemeBuiltOnItTakesItsOwnDelayForThatOfQueues() {
    Measured measured = new Measured(1.5);
    assertThat(measured.windowBytes()).isEqualTo(flow.windowBytes());
    for (int i = 1; i <= 20; i++) {
      measured.delayPs = i * TARGET / 10;
      flow.onAck(i * BASE, MTU, BASE + measured.delayPs, i % 3 == 0, 0);
      // The round-trip time is far longer, and not looked at.
      measured.onAck(i * BASE, MTU, 50 * BASE, i % 3 == 0, 0);
      assertThat(measured.windowBytes()).isEqualTo(flow.windowBytes());
    }
    assertThat(measured.windowBytes()).isLessThan(225_000);
  }

  @Test
  void aSchemeBuiltOnItHasALargestWindowOfItsOwn() {
    assertThat(new Measured(6).windowBytes()).isEqualTo(900_000);
  }

  /** Half of what the gate asks for comes in a base RTT, and more than enough in ten. */
  @Test
  void aSchemeBuiltOnItSaysHowLongQuickAdaptCounts() {
    for (long trips : List.of(1L, 10L)) {
      Measured measured = new Measured(1.5);
      measured.tripPs = trips * BASE;
      measured.onAck(1, MTU, BASE, false, 0);
      measured.onTrim(2, MTU, 0);
      for (int i = 1; i <= 11; i++) {
        measured.onAck(i * (BASE + TARGET), 14_000, BASE, false, 0);
      }
      assertThat(measured.windowBytes() < 100_000).isEqualTo(trips == 1);
    }
  }
}
