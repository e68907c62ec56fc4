package io.smartt.study.paper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.study.paper.Comparison.Call;
import io.smartt.study.paper.Comparison.Literal;
import io.smartt.study.paper.Comparison.Operation;
import java.util.List;
import java.util.stream.DoubleStream;
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

  private static List<Double> leads(Comparison comparison, double... sides) {
    return comparison
        .leads(DoubleStream.of(sides).mapToObj(side -> new double[] {side}).toList())
        .stream()
        .map(lead -> lead[0])
        .toList();
  }

  @Test
  void chainedComparisonsAllMustBeTrue() {
    Comparison between = Comparison.parse("1 < jain(a, s) < 2");

    assertThat(leads(between, 1, 1.5, 2)).containsExactly(0.5, 0.5);
    assertThat(leads(between, 1, 2.5, 2)).containsExactly(1.5, -0.5);
    assertThat(leads(between, 1, 0.5, 2)).containsExactly(-0.5, 1.5);
    assertThat(leads(Comparison.parse("1 > 2"), 1, 2)).containsExactly(-1.0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max(a, s) | 'max(a, s)' at 10: expected < or >",
        "mux(a, s) < 1 | 'mux(a, s) < 1' at 4: unknown measure 'mux', did you mean max or min?",
        "max(a) < 1 | 'max(a) < 1' at 5: expected measure(panel, series[, x])",
        "1 < | '1 <' at 4: expected a number or a measure"
      })
  void errorsNameThePlace(String text, String message) {
    assertThatThrownBy(() -> Comparison.parse(text))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }
}
