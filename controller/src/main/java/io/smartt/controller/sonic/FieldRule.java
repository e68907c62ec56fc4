package io.smartt.controller.sonic;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Rule for a field or a part of a key, after SONiC's YANG models.
 *
 * @param accepted in words, for errors
 */
record FieldRule(Predicate<String> test, String accepted) {
  private static final Pattern WHOLE = Pattern.compile("-?\\d{1,18}");

  static FieldRule text() {
    return new FieldRule(text -> true, "any text");
  }

  static FieldRule oneOf(String... words) {
    return new FieldRule(List.of(words)::contains, String.join(" | ", words));
  }

  static FieldRule whole(long least, long most) {
    return new FieldRule(
        text ->
            WHOLE.matcher(text).matches()
                && Long.parseLong(text) >= least
                && Long.parseLong(text) <= most,
        least + ".." + most);
  }

  static FieldRule matching(String regex) {
    return new FieldRule(Pattern.compile(regex).asMatchPredicate(), "text like " + regex);
  }

  FieldRule or(FieldRule other) {
    return new FieldRule(test.or(other.test), accepted + " or " + other.accepted);
  }

  boolean accepts(String text) {
    return test.test(text);
  }
}
