package io.smartt.emulation.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.emulation.input.UserInputException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VariedValuesTest {
  @Test
  void areListsRangesOrBoth() {
    assertThat(VariedValues.parse("smartt,swift")).containsExactly("smartt", "swift");
    assertThat(VariedValues.parse("3..5, 9")).containsExactly("3", "4", "5", "9");
    assertThat(VariedValues.parse("7..7")).containsExactly("7");
    assertThat(VariedValues.parse("leafspine,4,4,4;fattree,4"))
        .containsExactly("leafspine,4,4,4", "fattree,4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,,b | a value is empty",
        "5..1 | '5..1' must go up, by less than 100000 values",
        "1..2000000 | '1..2000000' must go up, by less than 100000 values",
        "1..3,2 | value '2' appears twice"
      })
  void areRefusedInOneSentence(String text, String message) {
    assertThatThrownBy(() -> VariedValues.parse(text))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }
}
