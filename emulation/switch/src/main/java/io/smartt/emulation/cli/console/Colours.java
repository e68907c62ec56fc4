package io.smartt.emulation.cli.console;

import java.util.Map;

/**
 * Colours of text for people: on a terminal that has them, unless {@code NO_COLOR} is set
 * (no-color.org). They add nothing that the words do not say.
 *
 * @param on whether there are any
 */
public record Colours(boolean on) {
  /** None. */
  public static final Colours NONE = new Colours(false);

  private static final String RED = "\033[31m";
  private static final String GREEN = "\033[32m";
  private static final String PLAIN = "\033[0m";

  /**
   * Of a stream.
   *
   * @param terminal whether it is one
   * @param environment of the process
   */
  public static Colours of(boolean terminal, Map<String, String> environment) {
    String kind = environment.getOrDefault("TERM", "");
    boolean wanted = environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Colours(terminal && wanted && !kind.isEmpty() && !kind.equals("dumb"));
  }

  /** Returns what is as it should be. */
  public String good(String text) {
    return on ? GREEN + text + PLAIN : text;
  }

  /** Returns what went wrong. */
  public String bad(String text) {
    return on ? RED + text + PLAIN : text;
  }
}
