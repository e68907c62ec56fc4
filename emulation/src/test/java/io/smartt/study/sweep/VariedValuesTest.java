package io.smartt.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.study.sweep.Sweep.VariedValues;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
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

  @Test
  void rangesHaveStepsLogarithmsAndUnits() {
    assertThat(VariedValues.parse("0.1..0.5 in 3")).containsExactly("0.1", "0.3", "0.5");
    assertThat(VariedValues.parse("log 0.001..10.0 in 5"))
        .containsExactly("0.001", "0.01", "0.1", "1", "10");
    assertThat(VariedValues.parse("10..30us in 3")).containsExactly("10us", "20us", "30us");
    assertThat(VariedValues.parse("1..3 in 9")).containsExactly("1", "2", "3");
  }

  @Test
  void drawsAreWithinTheRangeAndLogarithmicOnesOftenSmall() {
    ValueRange range = ValueRange.of("log 0.001..1").orElseThrow();
    ValueRange whole = ValueRange.of("1..3").orElseThrow();
    SplittableRandom random = new SplittableRandom(1);

    double[] drawn =
        IntStream.range(0, 1000).mapToDouble(_ -> Double.parseDouble(range.draw(random))).toArray();

    assertThat(Arrays.stream(drawn)).allMatch(value -> value >= 0.001 && value <= 1);
    // A third of the decades each: the standard deviation of a thousand draws is 15.
    assertThat(Arrays.stream(drawn).filter(value -> value < 0.01).count()).isBetween(270L, 400L);
    assertThat(IntStream.range(0, 100).mapToObj(_ -> whole.draw(random)).distinct())
        .containsExactlyInAnyOrder("1", "2", "3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a,,b | a value is empty",
        "5..1 | '5..1' must go up, by less than 100000 values",
        "1..2000000 | '1..2000000' must go up, by less than 100000 values",
        "1..3,2 | value '2' appears twice",
        "0.1..0.9 | '0.1..0.9' is no list; say how many values, such as '0.1..0.9 in 5'",
        "log 1..9 | 'log 1..9' is no list; say how many values, such as 'log 1..9 in 5'",
        "log 0..9 in 2 | 'log 0..9 in 2': a logarithmic range begins above 0",
        "1ms..9us | '1ms..9us' has two units; write both numbers in one, such as 10..500us",
        "1..9 in 1 | '1..9 in 1': a range has 2 to 100000 values"
      })
  void areRefusedInOneSentence(String text, String message) {
    assertThatThrownBy(() -> VariedValues.parse(text))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }
}
