package io.smartt.study.conform;

import io.smartt.host.settings.RecordSettings;
import java.text.MessageFormat;
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
      return RecordSettings.spelling(this).replace('-', ' ');
    }
  }

  boolean holds() {
    return outcome == Outcome.PASSED;
  }

  /** Returns one with numbers or texts in the places of a pattern. */
  static Verdict either(boolean holds, String pattern, Object... parts) {
    return new Verdict(
        holds ? Outcome.PASSED : Outcome.FAILED,
        new MessageFormat(pattern, Locale.ROOT).format(parts));
  }

  static Verdict failed(String why) {
    return new Verdict(Outcome.FAILED, why);
  }

  static Verdict notOffered(String reason) {
    return new Verdict(Outcome.NOT_OFFERED, reason);
  }
}
