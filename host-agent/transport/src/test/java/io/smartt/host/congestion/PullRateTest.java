package io.smartt.host.congestion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Tests of {@link PullRate}. */
class PullRateTest {
  @Test
  void rateAndQuantumArePositive() {
    assertThat(new PullRate(1, 1).rateBps()).isEqualTo(1);
    assertThatThrownBy(() -> new PullRate(0, 4174))
        .hasMessage("credit of 4174 bytes at 0 bps, both must be positive");
    assertThatThrownBy(() -> new PullRate(1000, 0))
        .hasMessage("credit of 0 bytes at 1000 bps, both must be positive");
  }

  @Test
  void creditBeyondWhatWasAskedForIsNoneOrMore() {
    PullRate rate = new PullRate(1000, 4174);
    assertThat(rate.unasked(0).unaskedBytes()).isZero();
    assertThatThrownBy(() -> rate.unasked(-1)).hasMessage("unasked credit of -1 bytes");
  }
}
