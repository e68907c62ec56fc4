package io.smartt.study.paper;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.Distribution;
import io.smartt.study.paper.Comparison.Expression;
import io.smartt.study.sweep.MeanWithInterval;

/**
 * A number of the paper and what it is of: {@code slowdown(b, RoCEv2, 4MiB) is 3 to 5}. A single
 * number, as printed, stands for all that round to it at its last digit; {@code almost} stands for
 * the last unit below it. It is ours if it lies in our interval and between our least and our
 * largest seed. A range or a bound is ours if our whole interval is within it.
 *
 * @param of what the number is of
 * @param form the words around it
 * @param low the least that it stands for
 * @param high the most
 * @param words the number as the paper has it, with the words around it
 */
record PaperNumber(Expression of, Form form, double low, double high, String words) {
  private static final String ACCEPTED =
      "[roughly, almost, up to, at least or at most] NUMBER [%], or NUMBER to NUMBER [%]";
  private static final String DECIMAL = "(\\d+(?:\\.\\d+)?)";
  private static final Pattern TEXT =
      Pattern.compile(
          "(.+) is ((?:(roughly|almost|up to|at least|at most) )?"
              + DECIMAL
              + "(?: to "
              + DECIMAL
              + ")?( %)?)");

  /** The ways in which the paper gives numbers. */
  enum Form {
    /** One number, for each point. */
    NUMBER,
    /** The largest of all points. */
    UP_TO,
    /** Two numbers, or one with everything on a side of it, for each point. */
    RANGE
  }

  static PaperNumber parse(String text) {
    Matcher parts = TEXT.matcher(text);
    if (!parts.matches() || (parts.group(3) != null && parts.group(5) != null)) {
      throw new UserInputException("'" + text + "': expected MEASURES is " + ACCEPTED);
    }
    double scale = parts.group(6) == null ? 1 : 0.01;
    BigDecimal printed = new BigDecimal(parts.group(4));
    double value = printed.doubleValue() * scale;
    double unit = printed.ulp().doubleValue() * scale;
    Expression of = Comparison.expression(parts.group(1));
    String words = parts.group(2);
    if (parts.group(5) != null) {
      double to = Double.parseDouble(parts.group(5)) * scale;
      return new PaperNumber(of, Form.RANGE, value, to, words);
    }
    return switch (String.valueOf(parts.group(3))) {
      case "almost" -> new PaperNumber(of, Form.NUMBER, value - unit, value, words);
      case "at least" -> new PaperNumber(of, Form.RANGE, value, Double.POSITIVE_INFINITY, words);
      case "at most" -> new PaperNumber(of, Form.RANGE, Double.NEGATIVE_INFINITY, value, words);
      case "up to" -> new PaperNumber(of, Form.UP_TO, value - unit / 2, value + unit / 2, words);
      default -> new PaperNumber(of, Form.NUMBER, value - unit / 2, value + unit / 2, words);
    };
  }

  /** Returns whether it is what was measured, one value a seed. */
  boolean holds(double... values) {
    MeanWithInterval ours = MeanWithInterval.of(values);
    double half = ours.halfWidth().orElse(0);
    double from = ours.mean() - half;
    double to = ours.mean() + half;
    if (form == Form.RANGE) {
      return low <= from && to <= high;
    }
    // Few seeds have an interval wider than all that was seen. It must not make a number ours.
    DoubleSummaryStatistics seen = DoubleStream.of(values).summaryStatistics();
    return Math.max(from, seen.getMin()) <= high && low <= Math.min(to, seen.getMax());
  }

  /** Shows values, one a seed, in the unit of the number, with their distribution. */
  String show(double... values) {
    double scale = words.endsWith("%") ? 100 : 1;
    double[] scaled = DoubleStream.of(values).map(value -> value * scale).toArray();
    MeanWithInterval ours = MeanWithInterval.of(scaled);
    Distribution seeds = Distribution.of(scaled).orElseThrow();
    double half = ours.halfWidth().orElse(0);
    List<String> shown =
        DoubleStream.of(
                ours.mean() - half, ours.mean() + half, seeds.min(), seeds.median(), seeds.max())
            .mapToObj(Judge::number)
            .toList();
    int n = scaled.length;
    String form = n == 1 ? "" : " (%s to %s; " + n + " seeds: %s, median %s, to %s)";
    return Judge.number(ours.mean())
        + (scale == 1 ? "" : " %")
        + form.formatted(shown.toArray())
        + (holds(values) ? " is " : " is not ")
        + words;
  }
}
