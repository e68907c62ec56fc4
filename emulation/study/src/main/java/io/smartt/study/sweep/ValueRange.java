package io.smartt.study.sweep;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/**
 * A range of numbers as a value of a varied setting: {@code 1..5}, {@code 0.1..0.9}, {@code
 * 10..50us} with a unit, {@code log 0.001..1} where a factor counts rather than a difference, and
 * {@code 0.1..0.9 in 5} for evenly spaced values.
 *
 * @param text as the user wrote it
 * @param from the first number
 * @param to the last number, above the first
 * @param logarithmic whether equal factors are equally far apart
 * @param whole whether only whole numbers are meant: both ends were written without a point
 * @param unit behind each number; may be empty
 * @param steps how many evenly spaced values are meant; empty if the user named no number
 */
public record ValueRange(
    String text,
    BigDecimal from,
    BigDecimal to,
    boolean logarithmic,
    boolean whole,
    String unit,
    OptionalInt steps) {
  private static final String NUMBER = "(-?\\d+(?:\\.\\d+)?)";
  private static final String UNIT = "([A-Za-z%]*)";
  private static final Pattern FORM =
      Pattern.compile(
          "(log\\s+)?" + NUMBER + UNIT + "\\.\\." + NUMBER + UNIT + "(?:\\s+in\\s+(\\d+))?");

  /** Digits of a value that is no whole number: as many as a person reads. */
  private static final MathContext DIGITS = new MathContext(4, RoundingMode.HALF_EVEN);

  private static final int MOST = 100_000;

  /**
   * The range that a text means; empty if it means none.
   *
   * @throws UserInputException if it looks like a range and cannot be one
   */
  public static Optional<ValueRange> of(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      return Optional.empty();
    }
    BigDecimal from = new BigDecimal(form.group(2));
    BigDecimal to = new BigDecimal(form.group(4));
    boolean logarithmic = form.group(1) != null;
    String unit = form.group(5);
    if (!form.group(3).isEmpty() && !form.group(3).equals(unit)) {
      throw new UserInputException(
          "'" + text + "' has two units; write both numbers in one, such as 10..500us");
    }
    if (from.compareTo(to) > 0) {
      throw notUp(text);
    }
    if (logarithmic && from.signum() <= 0) {
      throw new UserInputException("'" + text + "': a logarithmic range begins above 0");
    }
    OptionalInt steps = OptionalInt.empty();
    if (form.group(6) != null) {
      steps = OptionalInt.of(steps(text, form.group(6)));
    }
    boolean whole = !form.group(2).contains(".") && !form.group(4).contains(".");
    return Optional.of(new ValueRange(text, from, to, logarithmic, whole, unit, steps));
  }

  private static int steps(String text, String count) {
    return (int)
        Quantities.whole(count, 2, MOST)
            .orElseThrow(() ->
                new UserInputException("'" + text + "': a range has 2 to " + MOST + " values"));
  }

  /**
   * The values that the range lists: evenly spaced ones where a number of them is named, otherwise
   * all whole numbers of a range that is not logarithmic.
   *
   * @throws UserInputException if it lists none, or too many
   */
  public List<String> listed() {
    if (steps.isPresent()) {
      return spaced(steps.getAsInt());
    }
    if (!whole || logarithmic) {
      throw new UserInputException(
          "'" + text + "' is no list; say how many values, such as '" + text + " in 5'");
    }
    if (to.subtract(from).compareTo(BigDecimal.valueOf(MOST)) >= 0) {
      throw notUp(text);
    }
    List<String> values = new ArrayList<>();
    for (BigDecimal value = from; value.compareTo(to) <= 0; value = value.add(BigDecimal.ONE)) {
      values.add(value.toBigInteger() + unit);
    }
    return values;
  }

  private static UserInputException notUp(String text) {
    return new UserInputException("'" + text + "' must go up, by less than " + MOST + " values");
  }

  /** One of the values that the range lists, or any value in it if it is no list. */
  public String draw(RandomGenerator random) {
    if (steps.isPresent()) {
      List<String> values = listed();
      return values.get(random.nextInt(values.size()));
    }
    // Whole numbers at the ends are as likely as those between.
    double margin = whole ? 0.5 : 0;
    double low = from.doubleValue() - margin;
    double high = to.doubleValue() + margin;
    double at = random.nextDouble();
    return written(logarithmic ? low * Math.pow(high / low, at) : low + at * (high - low));
  }

  private List<String> spaced(int count) {
    // Whole numbers may be fewer than was asked for.
    Set<String> values = new LinkedHashSet<>();
    for (int i = 0; i < count; i++) {
      double part = (double) i / (count - 1);
      double first = from.doubleValue();
      double last = to.doubleValue();
      values.add(
          written(
              logarithmic ? first * Math.pow(last / first, part) : first + part * (last - first)));
    }
    return List.copyOf(values);
  }

  private String written(double value) {
    BigDecimal number = new BigDecimal(value);
    BigDecimal rounded = whole ? number.setScale(0, RoundingMode.HALF_EVEN) : number.round(DIGITS);
    return plain(rounded.max(from).min(to)) + unit;
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
