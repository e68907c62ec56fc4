package io.smartt.controller.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link Ipv4}. */
class Ipv4Test {
  @ParameterizedTest
  @CsvSource({
    "0.0.0.0, 0",
    "10.0.1.2, 167772418",
    "010.000.001.002, 167772418",
    "255.255.255.255, 4294967295"
  })
  void parsesDottedDecimal(String text, long unsigned) {
    assertThat(Ipv4.parse(text).toLong()).isEqualTo(unsigned);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "10.0.1", "10.0.1.256", "10.0.1.2.3", "10.0.1.-2", "10.0.1.2/8", "h1"})
  void refusesOtherTextsNamingThem(String text) {
    assertThat(Ipv4.find(text)).isEmpty();
    assertThatThrownBy(() -> Ipv4.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + text + "' is no IPv4 address");
  }

  @Property
  void comesBackFromText(@ForAll int bits) {
    Ipv4 address = new Ipv4(bits);

    assertThat(Ipv4.parse(address.toString())).isEqualTo(address);
  }

  @Test
  void bytesAreInNetworkOrder() {
    assertThat(Ipv4.parse("192.0.2.1").toBytes()).containsExactly(192, 0, 2, 1);
  }

  @Test
  void addressesAreOrderedAsUnsignedNumbers() {
    List<Ipv4> descending = List.of(Ipv4.parse("200.0.0.1"), Ipv4.parse("10.0.0.1"));

    assertThat(descending.stream().sorted()).containsExactly(descending.get(1), descending.get(0));
    assertThat(Ipv4.parse("10.0.0.255").plus(1)).hasToString("10.0.1.0");
  }
}
