package io.smartt.host.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tests of {@link Nscc.Controller} and {@link Nscc.Parameters}. */
class NsccControllerTest {
  private static final long BASE = 11_453_440;
  private static final long LATE = BASE + 9_000_000;

  /** The paper's network as the reference simulator prints it. */
  private final Nscc.Parameters paper =
      Nscc.Parameters.simulated(BASE, 800_000_000_000L, 4160, 4096, 1, 1.5);

  private final Nscc.Controller flow = new Nscc.Controller(paper);

  @Test
  void parametersAreThoseThatTheSimulatorPrints() {
    assertThat(paper.maxWindowBytes(BASE)).isEqualTo(1_718_016);
    assertThat(paper.targetDelayPs()).isEqualTo(8_590_080);
    assertThat(paper.triggerDelayPs()).isEqualTo(4 * 8_590_080);
    assertThat(paper.fastDelayPs()).isEqualTo(1_000_000);
    assertThat(paper.steps().alpha()).isCloseTo(0.0104252, within(1e-7));
    assertThat(paper.steps().fi()).isCloseTo(156_378, within(1.0));
    assertThat(paper.steps().eta()).isCloseTo(4691, within(1.0));
    assertThat(paper.steps().fastScale()).isCloseTo(1.90891, within(1e-5));
  }

  /** Brings the window to 417,152 B by trims, before anything else. */
  private void trimmedDown() {
    for (int i = 0; i < 313; i++) {
      flow.onTrim(1, 4160, 0);
    }
    assertThat(flow.windowBytes()).isEqualTo(1_718_016 - 313 * 4160);
  }

  @Test
  void increasesAreAppliedOncePerEightPackets() {
    trimmedDown();
    long start = flow.windowBytes();
    for (int i = 0; i < 8; i++) {
      flow.onAck(2, 4160, LATE, false, 0);
    }
    assertThat(flow.windowBytes()).isEqualTo(start);
    flow.onAck(2, 4160, LATE, false, 0);
    // 9 * 4160 * 156378 / 415936
    assertThat(flow.windowBytes() - start).isCloseTo(14_076, within(2L));
  }

  @Test
  void frameLeavesOnlyIfTheWindowHasRoomForAllOfIt() {
    long window = flow.windowBytes();
    assertThat(flow.maySend(window - 4160, 4160)).isTrue();
    assertThat(flow.maySend(window - 4159, 4160)).isFalse();
  }

  @Test
  void firstWindowIsWhatTheUserSays() {
    Nscc.Parameters small = Nscc.Parameters.simulated(BASE, 800_000_000_000L, 4160, 4096, 1, 0.5);
    assertThat(new Nscc.Controller(small).windowBytes()).isEqualTo(572_672);
    assertThat(small.maxWindowBytes(BASE)).isEqualTo(paper.maxWindowBytes(BASE));
  }

  @Test
  void etaIsAddedOnceABaseRtt() {
    trimmedDown();
    long start = flow.windowBytes();
    flow.onAck(BASE + 2, 4160, BASE + 2_000_000, true, 0);
    assertThat(flow.windowBytes() - start).isEqualTo(4691);
    flow.onAck(BASE + 3, 4160, BASE + 2_000_000, true, 0);
    assertThat(flow.windowBytes() - start).isEqualTo(4691);
  }

  @Test
  void quickAdaptNeedsATrimAndFewBytes() {
    adaptTo50000();
    assertThat(flow.windowBytes()).isEqualTo(50_000);
  }

  private void adaptTo50000() {
    flow.onAck(BASE, 4160, LATE, true, 0);
    long end = BASE + BASE + paper.targetDelayPs();
    flow.onAck(end - 1, 50_000, LATE, true, 0);
    flow.onTrim(end + 1, 4160, 1_000_000);
  }

  @Test
  void quickAdaptSparesAConnectionThatReceivesItsShare() {
    flow.onAck(BASE, 4160, LATE, true, 0);
    long end = BASE + BASE + paper.targetDelayPs();
    flow.onAck(end - 1, 214_752, LATE, true, 0);
    long before = flow.windowBytes();
    flow.onTrim(end + 1, 4160, 1_000_000);
    assertThat(flow.windowBytes()).isEqualTo(before - 4160);
  }

  @Test
  void markedAcknowledgementsAndTrimsAreIgnoredAfterQuickAdapt() {
    adaptTo50000();
    long now = 3 * BASE;
    flow.onTrim(now, 4160, 900_000);
    assertThat(flow.windowBytes()).isEqualTo(50_000);
    flow.onAck(now, 4160, 2 * LATE, true, 900_000);
    assertThat(flow.windowBytes()).as("eta only").isBetween(50_000L, 54_692L);
  }

  @Test
  void windowStaysWithinItsBounds() {
    for (int i = 0; i < 2000; i++) {
      flow.onTrim(1, 4160, 0);
    }
    assertThat(flow.windowBytes()).isEqualTo(4160);
    for (int i = 0; i < 5000; i++) {
      flow.onAck(i * 100_000L, 4160, BASE, false, 0);
    }
    assertThat(flow.windowBytes()).isEqualTo(1_718_016);
  }

  @Test
  void decreaseWeighsTheAverageDelayOncePerBaseRtt() {
    for (int i = 0; i < 2000; i++) {
      flow.onTrim(1, 1, 0);
    }
    // The average is one base RTT by now: 1 - 0.8 * 0.25 = 0.8.
    long before = flow.windowBytes();
    flow.onAck(BASE + 2, 1, LATE, true, 0);
    assertThat(flow.windowBytes() / (double) before).isCloseTo(0.8, within(0.005));
    long after = flow.windowBytes();
    flow.onAck(BASE + 3, 1, LATE, true, 0);
    assertThat(flow.windowBytes()).isEqualTo(after);
  }

  /** uet-htsim 40ccb05, uec.cpp: {@code update_base_rtt}, for ACKs and NACKs alike. */
  @Test
  void aShorterRttIsTheBaseAndBoundsTheWindow() {
    flow.onTrimRtt(BASE / 2);
    flow.onAck(2, 4160, LATE, true, 0);
    assertThat(flow.windowBytes()).isEqualTo(1_718_016 / 2);
  }

  /** uet-htsim: only marks and trims of the ignore phase are ignored. */
  @Test
  void anUnmarkedAcknowledgementOfTheIgnorePhaseCounts() {
    adaptTo50000();
    long now = 3 * BASE;
    for (int i = 0; i < 9; i++) {
      flow.onAck(now, 4160, LATE, false, 900_000);
    }
    assertThat(flow.windowBytes()).isGreaterThan(100_000);
  }

  /** Sends nine unmarked packets, the first number at which increases are applied. */
  private long growthByNine(long now, long rtt) {
    long before = flow.windowBytes();
    for (int i = 0; i < 9; i++) {
      flow.onAck(now, 4160, rtt, false, 0);
    }
    return flow.windowBytes() - before;
  }

  @Test
  void aDelayOfTheTargetIsLate() {
    trimmedDown();
    // 9 * 4160 * 156378 / 415936
    assertThat(growthByNine(2, BASE + paper.targetDelayPs())).isCloseTo(14_076, within(2L));
  }

  @Test
  void proportionalIncreaseIsByTheRoomBelowTheTarget() {
    trimmedDown();
    // 9 * 4160 * 0.0104252 * 4,295,040 / 415936
    assertThat(growthByNine(2, BASE + paper.targetDelayPs() / 2)).isCloseTo(4031, within(2L));
  }

  @Test
  void anEmptyPathIsFilledFastOnceMoreThanAWindowMetNoDelay() {
    down();
    flow.onAck(2, 4160, BASE, false, 0);
    assertThat(flow.windowBytes()).as("one window, no more").isEqualTo(4160);
    flow.onAck(2, 4160, BASE + 999_999, false, 0);
    // 4160 * 1.90891
    assertThat(flow.windowBytes()).isEqualTo(4160 + 7941);
    flow.onAck(2, 4160, BASE + 1_000_000, false, 0);
    assertThat(flow.windowBytes()).as("the path is not empty").isEqualTo(4160 + 7941);
    flow.onAck(2, 4160, BASE, false, 0);
    assertThat(flow.windowBytes()).as("counted from the start again").isEqualTo(4160 + 7941);
  }

  /** Brings the window to one packet by trims; the average delay is one base RTT then. */
  private void down() {
    for (int i = 0; i < 2000; i++) {
      flow.onTrim(1, 4160, 0);
    }
    assertThat(flow.windowBytes()).isEqualTo(4160);
  }

  @Test
  void anAcknowledgementOfUnknownRttCountsWithTheAverageDelay() {
    trimmedDown();
    // The average is 0.98 base RTTs, above the target.
    assertThat(growthByNine(2, CongestionController.RTT_UNKNOWN)).isCloseTo(14_076, within(2L));
  }

  @Test
  void aShorterRttOfAnAcknowledgementIsTheBaseToo() {
    flow.onAck(2, 4160, BASE / 2, true, 0);
    assertThat(flow.windowBytes()).isEqualTo(1_718_016 / 2);
  }

  /** uet-htsim 40ccb05, uec.cpp: {@code update_delay}. */
  @Test
  void ofALatePacketWithoutAMarkTheAverageTakesAQuarterOfABaseRtt() {
    trimmedDown();
    for (int i = 0; i < 2000; i++) {
      flow.onAck(2, 1, LATE, false, 0);
    }
    flow.onAck(BASE + 2, 1, 101 * BASE, true, 0);
    // The average is 0.9875 * 0.25 + 0.0125 * 100 base RTTs: 1.4969, of which 0.75 are aimed at.
    double decreased = 415_936 * (1 - 0.8 * (1.496875 - 0.75) / 1.496875);
    assertThat((double) flow.windowBytes())
        .isCloseTo(decreased + 2000 * 156_378 / decreased + 4691, within(5.0));
  }

  @Test
  void aDecreaseToLessThanOnePacketIsOnePacketBeforeEtaIsAdded() {
    down();
    flow.onAck(BASE + 2, 1, LATE, true, 0);
    assertThat(flow.windowBytes()).isEqualTo(4160 + 4691);
  }

  @Test
  void etaIsAddedWithIncreasesOnlyIfABaseRttPassed() {
    trimmedDown();
    assertThat(growthByNine(BASE, LATE)).as("a base RTT").isCloseTo(14_076 + 4691, within(2L));
    long grown = flow.windowBytes();
    flow.onAck(BASE + 1, 4160, LATE, false, 0);
    assertThat(flow.windowBytes()).as("increases wait").isEqualTo(grown);
    // 9 * 4160 * 156378 / 434703
    assertThat(growthByNine(BASE + 2, LATE)).as("no eta").isCloseTo(13_468, within(2L));
  }

  @Test
  void timeoutsTakeTheirPacketsAndLeaveOne() {
    trimmedDown();
    flow.onTimeout(2, 5936, 0);
    assertThat(flow.windowBytes()).isEqualTo(410_000);
    flow.onTimeout(2, 409_000, 0);
    assertThat(flow.windowBytes()).isEqualTo(4160);
  }

  @Test
  void quickAdaptActsAfterThePeriodNotAtItsEnd() {
    flow.onAck(BASE, 4160, LATE, true, 0);
    long before = flow.windowBytes();
    flow.onTrim(BASE + BASE + paper.targetDelayPs(), 4160, 1_000_000);
    assertThat(flow.windowBytes()).isEqualTo(before - 4160);
  }

  @Test
  void theLastOfWhatWasInFlightAtAQuickAdaptCounts() {
    adaptTo50000();
    flow.onTrim(3 * BASE, 990_000, 10_000);
    assertThat(flow.windowBytes()).isEqualTo(50_000);
    flow.onTrim(3 * BASE, 10_000, 0);
    assertThat(flow.windowBytes()).isEqualTo(40_000);
  }
}
