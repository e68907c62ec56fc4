package io.smartt.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class MeanWithIntervalTest {
  @Test
  void isStudentsInterval() {
    // Standard deviation 1, standard error 1 / sqrt(3), t of 2 degrees of freedom 4.302653.
    MeanWithInterval three = MeanWithInterval.of(1, 2, 3);

    assertThat(three.mean()).isEqualTo(2);
    assertThat(three.halfWidth().orElseThrow()).isCloseTo(2.484138, within(1e-6));
  }

  @Test
  void ofEqualValuesIsAPointAndOfOneValueUnknown() {
    assertThat(MeanWithInterval.of(5, 5, 5, 5).halfWidth().orElseThrow()).isZero();
    assertThat(MeanWithInterval.of(5).halfWidth()).isEmpty();
  }
}
