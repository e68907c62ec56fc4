package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link DecimalText}. */
class DecimalTextTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 0.000001",
    "1000000, 1",
    "1234500, 1.2345",
    "10500000000, 10500",
    "9223372036854775807, 9223372036854.775807"
  })
  void picosecondsAreExactMicroseconds(long ps, String us) {
    StringBuilder out = new StringBuilder();
    DecimalText.appendUs(out, ps);
    assertThat(out).hasToString(us);
  }

  @Test
  void aTimeIsNotNegative() {
    assertThatThrownBy(() -> DecimalText.appendUs(new StringBuilder(), -1))
        .hasMessage("time of -1 ps");
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "1.0625, 1.0625", "0.1234565, 0.123457", "1e7, 10000000", "-2.50, -2.5"})
  void doublesHaveSixDecimalsAndNoExponent(double value, String text) {
    assertThat(DecimalText.plain(value)).isEqualTo(text);
  }
}
