package io.smartt.study.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.study.paper.Comparison.Call;
import io.smartt.study.paper.Comparison.Literal;
import io.smartt.study.paper.Comparison.Operation;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparisonTest {
  @Test
  void readsCallsAndArithmeticWithTheUsualPrecedence() {
    Comparison comparison = Comparison.parse("max(a, EQDS+SMaRTT, 1MiB) < 1 + 2 * jain(b, *)");

    assertThat(comparison.sides())
        .containsExactly(
            new Call("max", "a", "EQDS+SMaRTT", "1MiB"),
            new Operation(
                '+',
                new Literal(1),
                new Operation('*', new Literal(2), new Call("jain", "b", "*", ""))));
    assertThat(comparison.calls()).hasSize(2);
  }

  @Test
  void chainedComparisonsAllMustBeTrue() {
    Comparison between = Comparison.parse("1 < jain(a, s) < 2");

    assertThat(between.holds(List.of(1.0, 1.5, 2.0))).isTrue();
    assertThat(between.holds(List.of(1.0, 2.5, 2.0))).isFalse();
    assertThat(between.holds(List.of(1.0, 0.5, 2.0))).isFalse();
    assertThat(Comparison.parse("1 > 2").holds(List.of(1.0, 2.0))).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max(a, s) | 'max(a, s)' at 10: expected < or >",
        "mux(a, s) < 1 | 'mux(a, s) < 1' at 4: unknown measure 'mux'",
        "max(a) < 1 | 'max(a) < 1' at 5: expected measure(panel, series[, x])",
        "1 < | '1 <' at 4: expected a number or a measure"
      })
  void errorsNameThePlace(String text, String message) {
    assertThatThrownBy(() -> Comparison.parse(text))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }
}
