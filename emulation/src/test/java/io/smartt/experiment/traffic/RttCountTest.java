package io.smartt.experiment.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.FlowRecord.RttRecord;
import org.junit.jupiter.api.Test;

/** Tests of {@link FlowState.RttCount}. */
class RttCountTest {
  private final FlowState.RttCount count = new FlowState.RttCount();

  @Test
  void jitterIsTheMeanStepFromOneRttToTheNext() {
    for (long rttPs : new long[] {12_000, 10_000, 13_000, 13_000}) {
      count.add(rttPs);
    }

    // Steps of 2,000, 3,000 and 0.
    assertThat(count.record()).contains(new RttRecord(10_000, 12_000, 1_667));
  }

  @Test
  void oneRttHasNoJitterAndNoneIsNothing() {
    assertThat(count.record()).isEmpty();
    count.add(7);
    assertThat(count.record()).contains(new RttRecord(7, 7, 0));
  }
}
