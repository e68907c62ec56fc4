package io.smartt.emulation.fabric.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.report.Timeliness;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Tests of {@link TimelinessJudge} from figures that runs had. */
class TimelinessJudgeTest {
  private static Timeliness judge(
      long packets, long timeouts, long drops, boolean lossWanted, double jitter, double least) {
    return TimelinessJudge.judge(
        new TimingFigures(
            packets,
            timeouts,
            drops,
            lossWanted,
            OptionalDouble.of(jitter),
            OptionalDouble.of(least),
            0.02,
            0.05));
  }

  @Test
  void aQuietRunIsTimely() {
    assertThat(judge(3096, 0, 0, false, 0.195, 1.025).timely()).isTrue();
  }

  @Test
  void timeoutsByDropsAreTheExperimentsOwn() {
    assertThat(judge(2206, 158, 158, false, 0.041, 1.12).timely()).isTrue();
  }

  @Test
  void timeoutsWithoutDropsAreTheMachines() {
    Timeliness late = judge(3100, 104, 0, false, 0.2, 1.1);

    assertThat(late.reasons())
        .containsExactly("104 timeouts among 3100 packets, though 0 were dropped");
  }

  @Test
  void timeoutsOfALinkThatIsDownAreNobodysLateness() {
    assertThat(judge(8192, 104, 0, true, 0.2, 1.1).timely()).isTrue();
  }

  @Test
  void jitterBeyondTheNetworksIsTheMachines() {
    Timeliness late = judge(3096, 25, 7, false, 2.3, 1.1);

    assertThat(late.timely()).isFalse();
    assertThat(late.warning())
        .startsWith("this machine did not keep time: ")
        .contains("RTT jitter was 2.3 base RTTs");
  }

  @Test
  void switchesThatComeLateAndAProcessThatSleptTooLongAreNamed() {
    Timeliness late =
        TimelinessJudge.judge(
            new TimingFigures(
                1000, 0, 0, false, OptionalDouble.empty(), OptionalDouble.empty(), 0.11, 0.4));

    assertThat(late.reasons())
        .containsExactly("RTTs were 11 % too long", "this process slept too long 40 % of the time");
  }
}
