package io.smartt.emulation.sweep;

import io.smartt.emulation.input.UserInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values that a setting takes in a sweep: {@code smartt,swift}, {@code 1..5}, or with
 * semicolons between values that have commas, {@code leafspine,4,4,4;fattree,4}.
 */
public final class VariedValues {
  private static final Pattern RANGE = Pattern.compile("(-?\\d+)\\.\\.(-?\\d+)");
  private static final int MOST = 100_000;

  private VariedValues() {}

  /** The values of a text, at least one, each once. */
  public static List<String> parse(String text) {
    List<String> values = new ArrayList<>();
    for (String part : text.split(text.contains(";") ? ";" : ",", -1)) {
      add(values, part.strip());
    }
    return distinct(values);
  }

  /** The values of a list in a file: each item a value or a range. */
  static List<String> ofItems(List<String> items) {
    List<String> values = new ArrayList<>();
    items.forEach(item -> add(values, item.strip()));
    return distinct(values);
  }

  private static void add(List<String> values, String part) {
    Matcher range = RANGE.matcher(part);
    if (part.isEmpty()) {
      throw new UserInputException("a value is empty");
    }
    if (!range.matches()) {
      values.add(part);
      return;
    }
    long from;
    long to;
    try {
      from = Long.parseLong(range.group(1));
      to = Long.parseLong(range.group(2));
    } catch (NumberFormatException e) {
      throw new UserInputException("'" + part + "' leaves the range of whole numbers", e);
    }
    if (to < from || to - from >= MOST) {
      throw new UserInputException("'" + part + "' must go up, by less than " + MOST + " values");
    }
    for (long value = from; value <= to; value++) {
      values.add(Long.toString(value));
    }
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
