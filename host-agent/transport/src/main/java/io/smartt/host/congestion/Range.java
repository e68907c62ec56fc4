package io.smartt.host.congestion;

/** Checks of settings' values, with one message that says whose value is what and what may be. */
public record Range(String scheme) {

  void above(double bound, String name, double value) {
    require(value > bound, name, value, "above " + text(bound));
  }

  /** A bound that the value may be. */
  public void atLeast(double bound, String name, double value) {
    require(value >= bound, name, value, text(bound) + " or more");
  }

  /** Two bounds, which the value may be. */
  public void between(double least, double most, String name, double value) {
    require(value >= least && value <= most, name, value, text(least) + " to " + text(most));
  }

  /** More than nothing, at most all. */
  public void share(String name, double value) {
    require(value > 0 && value <= 1, name, value, "above 0, to 1");
  }

  /** Checks what holds, and says otherwise what is accepted. */
  public void require(boolean holds, String name, double value, String accepted) {
    if (!holds) {
      throw new IllegalArgumentException(
          scheme + " " + name + " is " + value + ", accepted is " + accepted);
    }
  }

  private static String text(double bound) {
    return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
  }
}
