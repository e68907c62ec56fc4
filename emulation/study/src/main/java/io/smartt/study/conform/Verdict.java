package io.smartt.study.conform;

import java.util.Locale;

/**
 * What became of a rule on a target.
 *
 * @param outcome whether the target keeps it
 * @param seen the numbers or bytes that decided it, and what they should have been; the target's
 *     reason where it does not offer what the rule is about
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

  static Verdict passed(String seen, Object... of) {
    return new Verdict(Outcome.PASSED, seen.formatted(of));
  }

  static Verdict failed(String seen, Object... of) {
    return new Verdict(Outcome.FAILED, seen.formatted(of));
  }

  static Verdict notOffered(String reason, Object... of) {
    return new Verdict(Outcome.NOT_OFFERED, of.length == 0 ? reason : reason.formatted(of));
  }
}
