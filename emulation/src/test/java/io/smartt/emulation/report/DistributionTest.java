package io.smartt.emulation.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Tests of {@link Distribution}. */
class DistributionTest {

  @Test
  void interpolatesBetweenRanks() {
    Distribution of = Distribution.of(new double[] {40, 10, 30, 20}).orElseThrow();

    assertThat(of.min()).isEqualTo(10);
    assertThat(of.median()).isEqualTo(25); // rank 1.5
    assertThat(of.p99()).isCloseTo(39.7, within(1e-9)); // rank 2.97
    assertThat(of.max()).isEqualTo(40);
  }

  @Test
  void ofOneValueIsThatValue() {
    assertThat(Distribution.of(new double[] {7})).contains(new Distribution(7, 7, 7, 7));
  }

  @Test
  void ofNothingIsNothing() {
    assertThat(Distribution.of(new double[0])).isEmpty();
  }
}
