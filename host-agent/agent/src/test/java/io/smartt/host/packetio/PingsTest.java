package io.smartt.host.packetio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class PingsTest {
  private static final int LOOPBACK = 0x7F000001;
  private static final int LOOPBACK_MTU = 65_536;
  private static final int PATIENCE_MS = 5_000;

  @Test
  void aKernelSaysThatNobodyListens() {
    assertThat(Pings.pingUncut(LOOPBACK, 4_170, PATIENCE_MS)).isPresent();
    assertThat(Pings.pingUncut(LOOPBACK, 1, PATIENCE_MS)).isPresent();
  }

  @Test
  void aPacketThatIsTooLongHasNoAnswer() {
    assertThat(Pings.pingUncut(LOOPBACK, LOOPBACK_MTU, PATIENCE_MS))
        .isEqualTo(OptionalLong.empty());
  }
}
