package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of when a {@link TrafficLoop} is given up. */
class TrafficLoopTest {
  private static final long MS_PS = 1_000_000_000L;

  @Test
  void aRunIsGivenUpAtAThousandTimesItsIdealButNotInItsFirstSecond() {
    assertThat(TrafficLoop.giveUpPs(20 * MS_PS)).isEqualTo(20_000 * MS_PS);
    assertThat(TrafficLoop.giveUpPs(MS_PS / 1_000)).isEqualTo(1_000 * MS_PS);
    assertThat(TrafficLoop.giveUpPs(Long.MAX_VALUE / 10)).isEqualTo(Long.MAX_VALUE);
  }
}
