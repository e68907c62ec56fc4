package io.smartt.host.packetio;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Tests of {@link InterfaceQuery}, which needs no privilege. */
@EnabledOnOs(OS.LINUX)
class InterfaceQueryTest {
  @Test
  void theLoopbackHasNoMacAndALongMtu() {
    InterfaceQuery loopback = InterfaceQuery.of("lo").orElseThrow();
    assertThat(loopback.mac()).isZero();
    assertThat(loopback.mtuBytes()).isGreaterThan(9000);
    assertThat(loopback.up()).isTrue();
  }

  @Test
  void anInterfaceThatIsNotThereIsNone() {
    assertThat(InterfaceQuery.of("none0")).isEmpty();
    assertThat(InterfaceQuery.of("a-name-that-is-too-long")).isEmpty();
  }

  @Test
  void macsArePrintedWithColons() {
    assertThat(InterfaceNames.macText(0x02_42_0a_00_00_0fL)).isEqualTo("02:42:0a:00:00:0f");
  }
}
