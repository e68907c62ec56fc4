package io.smartt.study.conform;

import java.util.Locale;

/**
 * The verdict on a rule for a target.
 *
 * @param seen the numbers or bytes that decided it, or why the target does not offer what it is of
 */
public record Verdict(Outcome outcome, String seen) {
  /** The outcomes of a case. */
  public enum Outcome {
    PASSED,
    FAILED,
    NOT_OFFERED;

    /** Returns it as tables write it. */
    public String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  boolean holds() {
    return outcome == Outcome.PASSED;
  }

  static Verdict either(boolean holds, String seen, Object... of) {
    return new Verdict(
        holds ? Outcome.PASSED : Outcome.FAILED, String.format(Locale.ROOT, seen, of));
  }

  static Verdict failed(String seen, Object... of) {
    return either(false, seen, of);
  }

  static Verdict notOffered(String reason) {
    return new Verdict(Outcome.NOT_OFFERED, reason);
  }
}
