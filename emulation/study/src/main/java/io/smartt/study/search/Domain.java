package io.smartt.study.search;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.study.sweep.Sweep.VariedValues;
import io.smartt.study.sweep.ValueRange;

/** The values that a varied setting may have. */
public sealed interface Domain {
  /** Whole numbers up to so many are a list. */
  BigDecimal MOST_LISTED = BigDecimal.valueOf(1000);

  /**
   * Values.
   *
   * @param values at least one
   */
  record Listed(List<String> values) implements Domain {
    /** Copies the list. */
    public Listed {
      values = List.copyOf(values);
    }

    @Override
    public String draw(RandomGenerator random) {
      return values.get(random.nextInt(values.size()));
    }

    @Override
    public List<String> examples() {
      return values;
    }
  }

  /**
   * Any number of a range.
   *
   * @param range the range
   */
  record Open(ValueRange range) implements Domain {
    @Override
    public String draw(RandomGenerator random) {
      return range.draw(random);
    }

    @Override
    public List<String> examples() {
      return List.of(
          range.from().toPlainString() + range.unit(), range.to().toPlainString() + range.unit());
    }
  }

  /** One of the values, each as likely. */
  String draw(RandomGenerator random);

  /** Values that a setting must take if it is to take all: the listed ones, or both ends. */
  List<String> examples();

  /**
   * The domain that a user wrote.
   *
   * @param items values and ranges
   * @throws UserInputException if they are none
   */
  static Domain of(List<String> items) {
    if (items.size() == 1) {
      Optional<ValueRange> range = ValueRange.of(items.getFirst()).filter(Domain::isOpen);
      if (range.isPresent()) {
        return new Open(range.get());
      }
    }
    return new Listed(VariedValues.ofItems(items));
  }

  private static boolean isOpen(ValueRange range) {
    return range.steps().isEmpty()
        && (!range.whole()
            || range.logarithmic()
            || range.to().subtract(range.from()).compareTo(MOST_LISTED) > 0);
  }
}
