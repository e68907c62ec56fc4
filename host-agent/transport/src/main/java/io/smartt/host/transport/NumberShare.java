package io.smartt.host.transport;

/**
 * The numbers of connections and messages that one of several endpoints of a host gives out: those
 * whose remainder is its index. So a frame's connection says which endpoint it is for, and numbers
 * are the host's own as with one endpoint.
 *
 * @param index from 0
 * @param count endpoints of the host, 1 to {@value #MOST}
 * @param turn how many of them are left out at first: an endpoint that takes the place of another
 *     begins elsewhere, since frames of the other may be on the way still
 */
public record NumberShare(int index, int count, int turn) {
  /** More endpoints than this have no use: the numbers of connections are 16 bits. */
  public static final int MOST = 64;

  /** The share of one that has all numbers. */
  public static final NumberShare ALL = new NumberShare(0, 1, 0);

  /** Checks the numbers. */
  public NumberShare {
    if (count < 1 || count > MOST || index < 0 || index >= count || turn < 0) {
      throw new IllegalArgumentException("share %d of %d from %d".formatted(index, count, turn));
    }
  }

  /** A share that begins with its least number. */
  public NumberShare(int index, int count) {
    this(index, count, 0);
  }

  /** The first number below a limit. */
  long first(long limit) {
    return index + turn % below(limit) * count;
  }

  /** The number after one, below a limit, around which they go. */
  long after(long number, long limit) {
    return number + count < limit ? number + count : index;
  }

  /** Returns how many there are below a limit. */
  long below(long limit) {
    return (limit - index + count - 1) / count;
  }
}
