package io.smartt.host.congestion;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Tests of {@link Range}: which of its ends a range has. */
class RangeTest {
  private final Range range = new Range("scheme");

  @Test
  void aRangeFromOneValueToAnotherHasBoth() {
    range.between(0, 1, "gain", 0);
    range.between(0, 1, "gain", 1);
    assertThatThrownBy(() -> range.between(0, 1, "gain", 1.5))
        .hasMessage("scheme gain is 1.5, accepted is 0 to 1");
  }

  @Test
  void aShareMayBeAllAndNotNothing() {
    range.share("floor", 1);
    assertThatThrownBy(() -> range.share("floor", 0))
        .hasMessage("scheme floor is 0.0, accepted is above 0, to 1");
  }

  @Test
  void atLeastHasItsBoundAndAboveHasNot() {
    range.atLeast(0.5, "gain", 0.5);
    assertThatThrownBy(() -> range.atLeast(0.5, "gain", 0.4))
        .hasMessage("scheme gain is 0.4, accepted is 0.5 or more");
    assertThatThrownBy(() -> range.above(0.5, "gain", 0.5))
        .hasMessage("scheme gain is 0.5, accepted is above 0.5");
  }
}
