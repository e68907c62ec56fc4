package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.IntakeSettings.Intake;
import org.junit.jupiter.api.Test;

/** Tests of {@link Intake}: half of 80 Gbps is a byte in 200 ps. */
class IntakeTest {
  private static final long LINK_BPS = 80_000_000_000L;
  private static final IntakeSettings HALF =
      RecordSettings.with(RecordSettings.defaults(IntakeSettings.class), "rate", "0.5");

  private static Intake intake(IntakeSettings settings) {
    return new Intake(settings, LINK_BPS, 100_000);
  }

  @Test
  void theBufferDrainsAtTheHostsRate() {
    Intake intake = intake(HALF);
    assertThat(intake.hasRoom(0, 100_000)).isTrue();
    intake.add(100_000);
    assertThat(intake.hasRoom(0, 1)).isFalse();
    assertThat(intake.hasRoom(199_999, 1000)).isFalse();
    assertThat(intake.hasRoom(200_000, 1000)).isTrue();
  }

  @Test
  void aPacketLongerThanTheBufferFitsWhenItIsEmpty() {
    Intake intake = intake(HALF);
    assertThat(intake.hasRoom(0, 200_000)).isTrue();
    intake.add(200_000);
    assertThat(intake.hasRoom(0, 1)).isFalse();
  }

  @Test
  void thePenaltyRisesFromAFifthToFourFifthsOfTheBuffer() {
    Intake intake = intake(HALF);
    intake.add(20_000);
    assertThat(intake.penalty(0)).isZero();
    intake.add(30_000);
    assertThat(intake.penalty(0)).isBetween(63, 64);
    intake.add(30_000);
    assertThat(intake.penalty(0)).isEqualTo(127);
    intake.add(20_000);
    assertThat(intake.penalty(0)).isEqualTo(127);
  }

  @Test
  void withoutFlowControlNothingIsAsked() {
    Intake intake = intake(RecordSettings.with(HALF, "flow-control", "false"));
    intake.add(100_000);
    assertThat(intake.penalty(0)).isZero();
  }

  @Test
  void theWindowOfBeforeIsAskedForOnceAllIsTakenIn() {
    Intake intake = intake(RecordSettings.with(HALF, "restore", "true"));
    intake.add(1000);
    assertThat(intake.restores(199_999)).isFalse();
    assertThat(intake.restores(200_000)).isTrue();
    assertThat(intake(HALF).restores(0)).isFalse();
  }
}
