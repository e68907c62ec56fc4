package io.smartt.study.paper;

/**
 * The outcome of a claim.
 *
 * @param claim of the paper
 * @param kind whether it holds
 * @param measured the numbers, one comparison after another
 * @param remark what of it was not measured and why, and at which values of a variable it holds if
 *     not at all; empty if there is nothing to say
 */
public record Verdict(PaperFigure.Claim claim, Kind kind, String measured, String remark) {

  /** The kinds of outcome. */
  public enum Kind {
    /** Every comparison is true. */
    HOLDS("holds"),
    /** A comparison is not true. */
    DOES_NOT_HOLD("does not hold"),
    /** No comparison could be made. */
    NOT_MEASURED("not measured");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
