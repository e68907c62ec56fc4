package io.smartt.host.pathing;

/** How many entropy values a connection has to choose from. */
public final class Entropies {
  /** As many as a UDP source port has. */
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
