package io.smartt.testbed;

/**
 * One check of one host.
 *
 * @param host in the topology
 * @param check what was looked at
 * @param found what it is
 * @param wanted what it should be
 */
public record PreflightRow(
    String host, String check, Verdict verdict, String found, String wanted) {
  /** The outcome of a check. */
  public enum Verdict {
    /** The outcome of what is as it should be. */
    OK("ok"),
    /** The experiment runs, with what is said. */
    NOTE("note"),
    /** The experiment runs, and may measure something else. */
    WRONG("wrong"),
    /** The experiment cannot run. */
    FAILS("fails");

    private final String word;

    Verdict(String word) {
      this.word = word;
    }

    /** Returns the outcome for people. */
    public String word() {
      return word;
    }

    /** Returns whether somebody should see to it. */
    public boolean isBad() {
      return this == WRONG || this == FAILS;
    }
  }
}
