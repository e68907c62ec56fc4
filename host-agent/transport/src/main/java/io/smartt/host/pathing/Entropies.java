package io.smartt.host.pathing;

/** The number of entropy values that a connection chooses from. */
public final class Entropies {
  /** The number of values of a UDP source port. */
  public static final int ALL = 1 << 16;

  private Entropies() {}

  /** The number itself; refuses one that is not 1 to {@link #ALL}. */
  static int check(int count) {
    if (count < 1 || count > ALL) {
      throw new IllegalArgumentException(count + " entropy values, accepted is 1 to " + ALL);
    }
    return count;
  }
}
