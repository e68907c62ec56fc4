package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
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

  /** To the last bit: published results were written by this formula. */
  @Property
  void aPercentileIsTheFormulaOfDefinition7(
      @ForAll @Size(min = 1, max = 50) List<@DoubleRange(max = 1e9) Double> times,
      @ForAll @DoubleRange(max = 1) double p) {
    double[] sorted = times.stream().mapToDouble(Double::doubleValue).sorted().toArray();

    double rank = p * (sorted.length - 1);
    int below = (int) rank;
    int above = Math.min(below + 1, sorted.length - 1);
    assertThat(Distribution.percentile(sorted, p))
        .isEqualTo(sorted[below] + (rank - below) * (sorted[above] - sorted[below]));
  }
}
