package io.smartt.base.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
  @ParameterizedTest
  @CsvSource({
    "4MiB, 4194304",
    "131072, 131072",
    "64KB, 64000",
    "64kib, 65536",
    "1.5 MiB, 1572864",
    "2GiB, 2147483648",
    "0, 0"
  })
  void readsSizes(String text, long bytes) {
    assertThat(Quantities.bytes(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"4K", "4M", "MiB", "-1", "", "4 4MiB", "1e3", "9999999999GiB"})
  void refusesSizesThatAreNotClear(String text) {
    assertThatThrownBy(() -> Quantities.bytes(text))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void readsRatesAndTimes() {
    assertThat(Quantities.bitsPerSecond("50Gbps")).isEqualTo(50_000_000_000L);
    assertThat(Quantities.bitsPerSecond("0.8Tbps")).isEqualTo(800_000_000_000L);
    assertThat(Quantities.picoseconds("600ns")).isEqualTo(600_000);
    assertThat(Quantities.picoseconds("1.5µs")).isEqualTo(1_500_000);
    assertThat(Quantities.picoseconds("0")).isZero();
  }

  @Test
  void refusesRatesAndTimesWithoutUnitAndRateZero() {
    assertThatThrownBy(() -> Quantities.bitsPerSecond("50"))
        .hasMessage("'50' is not a rate: write a number and one of bps, Kbps, Mbps, Gbps, Tbps");
    assertThatThrownBy(() -> Quantities.picoseconds("600"))
        .hasMessage("'600' is not a time: write a number and one of ps, ns, us, ms, s");
    assertThatThrownBy(() -> Quantities.bitsPerSecond("0Gbps")).hasMessageContaining("0 bps");
  }

  @Property
  void formatsWhatItReads(@ForAll @LongRange(min = 1, max = 1L << 50) long value) {
    assertThat(Quantities.bytes(Quantities.formatBytes(value))).isEqualTo(value);
    assertThat(Quantities.picoseconds(Quantities.formatPicoseconds(value))).isEqualTo(value);
    assertThat(Quantities.bitsPerSecond(Quantities.formatBitsPerSecond(value))).isEqualTo(value);
  }

  @Test
  void formatsInTheLargestUnitThatKeepsItWhole() {
    assertThat(Quantities.formatBytes(4_194_304)).isEqualTo("4MiB");
    assertThat(Quantities.formatBytes(1000)).isEqualTo("1000");
    assertThat(Quantities.formatBitsPerSecond(50_000_000_000L)).isEqualTo("50Gbps");
    assertThat(Quantities.formatPicoseconds(1_500)).isEqualTo("1500ps");
  }

  @Test
  void aChangeThatRoundsToNothingHasNoMinus() {
    assertThat(Quantities.formatChange(-0.0004)).isEqualTo("+0.0 %");
    assertThat(Quantities.formatChange(-0.0123)).isEqualTo("-1.2 %");
    assertThat(Quantities.formatChange(12.5)).isEqualTo("+1250.0 %");
  }

  @Test
  void aNumberWithinBoundsIsReadAndAnyOtherTextIsNone() {
    assertThat(Quantities.whole(" 3 ", 1, 3)).hasValue(3);
    assertThat(Quantities.whole("4", 1, 3)).isEmpty();
    assertThat(Quantities.whole("1.5", 1, 3)).isEmpty();
    assertThat(Quantities.number("1e-4", 0, 1)).hasValue(1e-4);
    assertThat(Quantities.number("NaN", 0, 1)).isEmpty();
    assertThat(Quantities.number("Infinity")).isEmpty();
    assertThat(Quantities.formatWhole(1, 3)).isEqualTo("a whole number from 1 to 3");
    assertThat(Quantities.formatWhole(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo("a whole number");
    assertThat(Quantities.formatWhole(1, Long.MAX_VALUE)).isEqualTo("a whole number of at least 1");
  }

  @Test
  void aNumberInLargerUnitsIsRoundedButNotFromBelowZero() {
    assertThat(Quantities.scaled("2.0000015", 6, 1)).hasValue(2_000_002);
    assertThat(Quantities.scaled("-1e-9", 6, 0)).isEmpty();
    assertThat(Quantities.scaled("1e-9", 6, 1)).isEmpty();
    assertThat(Quantities.scaled("1e500000000", 6, 0)).isEmpty();
    assertThat(Quantities.scaled("soon", 6, 0)).isEmpty();
  }
}
