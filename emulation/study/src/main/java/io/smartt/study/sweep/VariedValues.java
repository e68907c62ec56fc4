package io.smartt.study.sweep;

import module java.base;

import io.smartt.base.input.UserInputException;

/**
 * The values that a setting takes in a sweep: {@code smartt,swift}, a {@link ValueRange} that lists
 * values, or with semicolons between values that have commas, {@code leafspine,4,4,4;fattree,4}.
 */
public final class VariedValues {
  private VariedValues() {}

  /** The values of a text, at least one, each once. */
  public static List<String> parse(String text) {
    return ofItems(items(text));
  }

  /** The parts of a text, each a value or a range. */
  public static List<String> items(String text) {
    return Stream.of(text.split(text.contains(";") ? ";" : ",", -1)).map(String::strip).toList();
  }

  /** The values of a list in a file: each item a value or a range. */
  public static List<String> ofItems(List<String> items) {
    List<String> values = new ArrayList<>();
    items.forEach(item -> add(values, item.strip()));
    return distinct(values);
  }

  private static void add(List<String> values, String part) {
    if (part.isEmpty()) {
      throw new UserInputException("a value is empty");
    }
    ValueRange.of(part)
        .ifPresentOrElse(range -> values.addAll(range.listed()), () -> values.add(part));
  }

  private static List<String> distinct(List<String> values) {
    HashSet<String> seen = new HashSet<>();
    for (String value : values) {
      if (!seen.add(value)) {
        throw new UserInputException("value '" + value + "' appears twice");
      }
    }
    return values;
  }
}
