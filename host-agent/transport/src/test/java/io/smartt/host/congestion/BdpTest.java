package io.smartt.host.congestion;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Tests of {@link Bdp}. */
class BdpTest {
  @Test
  void aHundredGigabitsForTwelveMicrosecondsAre150000Bytes() {
    assertThat(Bdp.bytes(12_000_000, 100_000_000_000L)).isEqualTo(150_000);
    assertThat(Bdp.exact(12_000_000, 100_000_000_000L)).isEqualTo(150_000);
    assertThat(Bdp.bps(150_000, 12_000_000)).isEqualTo(100_000_000_000.0);
  }
}
