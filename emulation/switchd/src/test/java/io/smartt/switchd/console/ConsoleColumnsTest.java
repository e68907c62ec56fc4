package io.smartt.switchd.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link Console#columns}. */
@Timeout(30)
class ConsoleColumnsTest {
  @ParameterizedTest
  @CsvSource({"40, 40", "200, 200", "0, 80", "many, 80", "'', 80", "99999, 80"})
  void columnsOfTheEnvironmentAreTaken(String given, int columns) {
    assertThat(Console.columns(false, Map.of("COLUMNS", given))).isEqualTo(columns);
  }

  @Test
  void otherwiseThereAreEighty() {
    assertThat(Console.columns(false, Map.of())).isEqualTo(80);
  }
}
