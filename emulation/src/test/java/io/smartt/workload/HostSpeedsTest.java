package io.smartt.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link HostSpeeds}. */
class HostSpeedsTest {
  private static final long FOR_GOOD = Long.MAX_VALUE;

  @Test
  void hostsHaveTheirOwnSpeed() {
    assertThat(HostSpeeds.OWN.donePs(3, 10, 5)).isEqualTo(15);
    assertThat(HostSpeeds.of(List.of(new HostSpeeds.Span(1, 0.5, 0, FOR_GOOD))).donePs(3, 10, 5))
        .isEqualTo(15);
  }

  @Test
  void workGoesOnAtTheSpeedOfEachTime() {
    HostSpeeds speeds = HostSpeeds.of(List.of(new HostSpeeds.Span(0, 0.25, 100, 200)));

    assertThat(speeds.donePs(0, 0, 100)).isEqualTo(100);
    assertThat(speeds.donePs(0, 0, 110)).isEqualTo(140);
    assertThat(speeds.donePs(0, 0, 125)).isEqualTo(200);
    assertThat(speeds.donePs(0, 0, 130)).isEqualTo(205);
    assertThat(speeds.donePs(0, 120, 10)).isEqualTo(160);
    assertThat(speeds.donePs(0, 200, 10)).isEqualTo(210);
  }

  @Test
  void theSlowestOfSeveralCounts() {
    HostSpeeds speeds =
        HostSpeeds.of(
            List.of(
                new HostSpeeds.Span(0, 0.5, 0, FOR_GOOD),
                new HostSpeeds.Span(0, 0.1, 100, 200),
                new HostSpeeds.Span(0, 2, 150, FOR_GOOD)));

    // 50 until 100, 10 until 200, and the rest at half speed.
    assertThat(speeds.donePs(0, 0, 70)).isEqualTo(220);
  }
}
