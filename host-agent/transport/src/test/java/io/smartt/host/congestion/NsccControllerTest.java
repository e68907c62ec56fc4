package io.smartt.host.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tests of {@link Nscc.Controller} and {@link Nscc.Parameters}. */
class NsccControllerTest {
  /** The paper's network as the reference simulator prints it. */
  private static final Nscc.Parameters PAPER =
      Nscc.Parameters.simulated(11_453_440, 800_000_000_000L, 4160, 4096, 1, 1.5);

  private static final long BASE = 11_453_440;
  private static final long LATE = BASE + 9_000_000;

  private final Nscc.Controller flow = new Nscc.Controller(PAPER);

  @Test
  void parametersAreThoseThatTheSimulatorPrints() {
    assertThat(PAPER.maxWindowBytes()).isEqualTo(1_718_016);
    assertThat(PAPER.targetDelayPs()).isEqualTo(8_590_080);
    assertThat(PAPER.steps().alpha()).isCloseTo(0.0104252, within(1e-7));
    assertThat(PAPER.steps().fi()).isCloseTo(156_378, within(1.0));
    assertThat(PAPER.steps().eta()).isCloseTo(4691, within(1.0));
    assertThat(PAPER.steps().fastScale()).isCloseTo(1.90891, within(1e-5));
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
    assertThat(small.maxWindowBytes()).isEqualTo(PAPER.maxWindowBytes());
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
    long end = BASE + BASE + PAPER.targetDelayPs();
    flow.onAck(end - 1, 50_000, LATE, true, 0);
    flow.onTrim(end + 1, 4160, 1_000_000);
  }

  @Test
  void quickAdaptSparesAConnectionThatReceivesItsShare() {
    flow.onAck(BASE, 4160, LATE, true, 0);
    long end = BASE + BASE + PAPER.targetDelayPs();
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
}
