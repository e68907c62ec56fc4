package io.smartt.controller.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link Mac}. */
class MacTest {
  @ParameterizedTest
  @CsvSource({
    "02:00:00:00:00:2a, 02:00:00:00:00:2a",
    "2:0:0:0:0:2A, 02:00:00:00:00:2a",
    "FF:ff:Ff:fF:ff:ff, ff:ff:ff:ff:ff:ff"
  })
  void parsesHexadecimalNumbersWithColons(String text, String canonical) {
    assertThat(Mac.parse(text)).hasToString(canonical);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "02:00:00:00:00", "02:00:00:00:00:zz", "02-00-00-00-00-2a", "::"})
  void refusesOtherTextsNamingThem(String text) {
    assertThat(Mac.find(text)).isEmpty();
    assertThatThrownBy(() -> Mac.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is no MAC address");
  }

  @Property
  void comesBackFromText(@ForAll @LongRange(max = (1L << 48) - 1) long bits) {
    Mac address = new Mac(bits);

    assertThat(Mac.parse(address.toString())).isEqualTo(address);
  }

  @Test
  void bytesAreInNetworkOrder() {
    assertThat(new Mac(0x02_04_06_08_0a_0cL).toBytes()).containsExactly(2, 4, 6, 8, 10, 12);
  }

  @Test
  void refusesMoreThan48Bits() {
    assertThatThrownBy(() -> new Mac(1L << 48))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a MAC address has 48 bits: 0x1000000000000");
  }
}
