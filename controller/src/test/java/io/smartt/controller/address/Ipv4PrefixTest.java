package io.smartt.controller.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link Ipv4Prefix}. */
class Ipv4PrefixTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.0.0.0/8, 16777216",
    "10.1.2.3/8, 10.0.0.0/8, 16777216",
    "10.1.2.3/32, 10.1.2.3/32, 1",
    "10.1.2.3/0, 0.0.0.0/0, 4294967296"
  })
  void parsesAnAddressAndALength(String text, String canonical, long size) {
    assertThat(Ipv4Prefix.parse(text)).hasToString(canonical);
    assertThat(Ipv4Prefix.parse(text).size()).isEqualTo(size);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "10.0.0.0", "10.0.0.0/", "10.0.0.0/33", "10.0.0/8", "10.0.0.256/8"})
  void refusesOtherTextsNamingThem(String text) {
    assertThat(Ipv4Prefix.find(text)).isEmpty();
    assertThatThrownBy(() -> Ipv4Prefix.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("'" + text + "' is no IPv4 prefix");
  }

  @Property
  void comesBackFromTextAndHoldsItsAddresses(
      @ForAll int bits, @ForAll @IntRange(max = 32) int length) {
    Ipv4 address = new Ipv4(bits);
    Ipv4Prefix prefix = Ipv4Prefix.containing(address, length);

    assertThat(Ipv4Prefix.parse(prefix.toString())).isEqualTo(prefix);
    assertThat(prefix.contains(address)).isTrue();
    assertThat(prefix.contains(prefix.network())).isTrue();
    assertThat(prefix.contains(new Ipv4(bits ^ 1))).isEqualTo(length < 32);
    assertThat(prefix.contains(new Ipv4(bits ^ Integer.MIN_VALUE))).isEqualTo(length == 0);
  }

  @Test
  void refusesBitsAfterThePrefix() {
    assertThatThrownBy(() -> new Ipv4Prefix(Ipv4.parse("10.0.0.1"), 8))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("10.0.0.1/8: bits after the prefix are set");
    assertThatThrownBy(() -> Ipv4Prefix.containing(Ipv4.parse("10.0.0.1"), 33))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a prefix of 33 bits: want 0 to 32");
  }
}
