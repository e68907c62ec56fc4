package io.smartt.emulation.othertools;

import java.util.Map;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Puts environment variables into a text as containerlab does: {@code $NAME}, {@code ${NAME}},
 * {@code ${NAME:-default}} and {@code ${NAME:=default}}. A variable without a value and without a
 * default stays as it is written.
 */
final class EnvironmentText {
  private static final Pattern VARIABLE =
      Pattern.compile(
          "\\$(?:([A-Za-z_][A-Za-z0-9_]*)|\\{([A-Za-z_][A-Za-z0-9_]*)(?:(:?[-=])([^}]*))?\\})");

  private EnvironmentText() {}

  static String expand(String text, Map<String, String> environment) {
    return VARIABLE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(value(found, environment)));
  }

  private static String value(MatchResult found, Map<String, String> environment) {
    String name = found.group(1) == null ? found.group(2) : found.group(1);
    String value = environment.get(name);
    String operator = found.group(3);
    if (operator == null) {
      return value == null ? found.group() : value;
    }
    if (value == null || (operator.startsWith(":") && value.isEmpty())) {
      return Objects.requireNonNullElse(found.group(4), "");
    }
    return value;
  }
}
