package io.smartt.host.transport;

/**
 * The numbers of connections and messages that one of several endpoints of a host gives out: those
 * whose remainder is its index. So a frame's connection says which endpoint it is for, and numbers
 * are the host's own as with one endpoint.
 *
 * @param index from 0
 * @param count endpoints of the host, 1 to {@value #MOST}
 */
public record NumberShare(int index, int count) {
  /** More endpoints than this have no use: the numbers of connections are 16 bits. */
  public static final int MOST = 64;

  /** All numbers. */
  public static final NumberShare ALL = new NumberShare(0, 1);

  /** Checks the numbers. */
  public NumberShare {
    if (count < 1 || count > MOST || index < 0 || index >= count) {
      throw new IllegalArgumentException("share %d of %d".formatted(index, count));
    }
  }

  /** The number after one, below a limit, around which they go. */
  long after(long number, long limit) {
    return number + count < limit ? number + count : index;
  }

  /** How many there are below a limit. */
  long below(long limit) {
    return (limit - index + count - 1) / count;
  }
}
