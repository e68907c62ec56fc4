package io.smartt.study.paper;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/**
 * The comparison of a claim in numbers: {@code last(b, SMaRTT) < 0.95 * last(b, *)}. A call names a
 * measure, a panel, a series and, where the panel has a variable, a value of it; without one the
 * comparison is made at every value, with {@code first} or {@code last} at that end. {@code *} is
 * each series that the comparison does not name. Numbers, {@code + - * /} and parentheses as usual;
 * {@code a < b < c} is both.
 */
final class Comparison {
  private final List<Expression> sides = new ArrayList<>();
  private final List<Character> operators = new ArrayList<>();

  /** A number, or what it is made of. */
  sealed interface Expression {}

  /** A number as written. */
  record Literal(double value) implements Expression {}

  /** Two expressions and what is done with them: one of {@code + - * /}. */
  record Operation(char operator, Expression left, Expression right) implements Expression {}

  /** A measure; {@code x} is empty where the comparison is made at every value. */
  record Call(String measure, String panel, String series, String x) implements Expression {}

  /** The comparison of a text; the error names the place in it. */
  static Comparison parse(String text) {
    return new Parser(text).comparison();
  }

  /** Returns the expression of a text that compares nothing. */
  static Expression expression(String text) {
    Parser parser = new Parser(text);
    Expression expression = parser.sum();
    if (parser.at < text.length()) {
      throw parser.error("expected an operator");
    }
    return expression;
  }

  List<Expression> sides() {
    return List.copyOf(sides);
  }

  /**
   * Returns by how much each operator is true with each seed, below zero where it is not.
   *
   * @param sides the values of each side, one a seed
   */
  List<double[]> leads(List<double[]> sides) {
    return IntStream.range(0, operators.size())
        .mapToObj(i -> {
          double[] less = sides.get(operators.get(i) == '<' ? i : i + 1);
          double[] more = sides.get(operators.get(i) == '<' ? i + 1 : i);
          return IntStream.range(0, less.length)
              .mapToDouble(seed -> more[seed] - less[seed])
              .toArray();
        })
        .toList();
  }

  /** The values with the operators between them. */
  String show(List<String> values) {
    StringBuilder text = new StringBuilder(values.getFirst());
    for (int i = 0; i < operators.size(); i++) {
      text.append(' ').append(operators.get(i)).append(' ').append(values.get(i + 1));
    }
    return text.toString();
  }

  /** Every call in it. */
  List<Call> calls() {
    return sides.stream().flatMap(side -> calls(side).stream()).toList();
  }

  /** Every call in an expression. */
  static List<Call> calls(Expression expression) {
    return switch (expression) {
      case Literal _ -> List.of();
      case Operation(char _, Expression left, Expression right) ->
          Stream.of(left, right).flatMap(side -> calls(side).stream()).toList();
      case Call call -> List.of(call);
    };
  }

  private static final class Parser {
    private final String text;
    private int at;

    Parser(String text) {
      this.text = text;
    }

    Comparison comparison() {
      Comparison comparison = new Comparison();
      comparison.sides.add(sum());
      while (next('<') || next('>')) {
        comparison.operators.add(text.charAt(at++));
        comparison.sides.add(sum());
      }
      if (at < text.length() || comparison.operators.isEmpty()) {
        throw error("expected < or >");
      }
      return comparison;
    }

    private Expression sum() {
      Expression left = product();
      while (next('+') || next('-')) {
        char operator = text.charAt(at++);
        left = new Operation(operator, left, product());
      }
      return left;
    }

    private Expression product() {
      Expression left = factor();
      while (next('*') || next('/')) {
        char operator = text.charAt(at++);
        left = new Operation(operator, left, factor());
      }
      return left;
    }

    private Expression factor() {
      if (next('(')) {
        at++;
        Expression inner = sum();
        expect(')');
        return inner;
      }
      int begin = at;
      while (at < text.length()
          && (Character.isLetterOrDigit(text.charAt(at)) || text.charAt(at) == '.')) {
        at++;
      }
      String word = text.substring(begin, at);
      if (next('(')) {
        return call(word);
      }
      return new Literal(
          Quantities.number(word).orElseThrow(() -> error("expected a number or a measure")));
    }

    private Expression call(String measure) {
      Optional<String> unknown = Measures.unknown(measure);
      if (unknown.isPresent()) {
        throw error(unknown.get());
      }
      at++;
      int end = text.indexOf(')', at);
      if (end < 0) {
        throw error("expected )");
      }
      List<String> words = List.of(text.substring(at, end).split(",", -1));
      if (words.size() < 2 || words.size() > 3) {
        throw error("expected measure(panel, series[, x])");
      }
      at = end + 1;
      return new Call(
          measure,
          words.get(0).strip(),
          words.get(1).strip(),
          words.size() == 3 ? words.get(2).strip() : "");
    }

    private boolean next(char wanted) {
      while (at < text.length() && text.charAt(at) == ' ') {
        at++;
      }
      return at < text.length() && text.charAt(at) == wanted;
    }

    private void expect(char wanted) {
      if (!next(wanted)) {
        throw error("expected " + wanted);
      }
      at++;
    }

    private UserInputException error(String what) {
      return new UserInputException("'" + text + "' at " + (at + 1) + ": " + what);
    }
  }
}
