package io.smartt.host.pathing;

import module java.base;

/**
 * The reference simulator's mixture, its default (uet-htsim, revision 40ccb05, uec_mp.cpp:276-288).
 * Entropy values acknowledged without a mark are used once more, the oldest first; where there is
 * none, a {@link Bitmap} chooses.
 */
public final class Mixed implements PathSelector {
  /** The mixture as users choose it. */
  public static final LoadBalancer BALANCER =
      new LoadBalancer(
          "mixed",
          "the reference simulator's: recycled entropies as with `reps`, and `bitmap` where there is"
              + " none",
          List.of(),
          true,
          run -> {
            int entropies = EntropyRounds.check(run.entropies());
            return (bdp, baseRttPs, random) -> new Mixed(entropies, random);
          });

  private static final int FIRST_ROOM = 16;

  private final Bitmap bitmap;

  // A ring that grows to what is in flight at most: each acknowledgement adds one, each packet that
  // leaves takes one.
  private char[] recycled = new char[FIRST_ROOM];
  private int head;
  private int filled;

  /**
   * A mixture without recycled values.
   *
   * @param entropies values, from 0; a power of two up to 65,536
   */
  public Mixed(int entropies, RandomGenerator random) {
    bitmap = new Bitmap(entropies, random);
  }

  @Override
  public int nextEntropy(long nowPs) {
    if (filled == 0) {
      return bitmap.nextEntropy(nowPs);
    }
    int entropy = recycled[head];
    head = (head + 1) & (recycled.length - 1);
    filled--;
    return entropy;
  }

  @Override
  public void onAck(long nowPs, int entropy, boolean ecn) {
    bitmap.onAck(nowPs, entropy, ecn);
    if (!ecn) {
      if (filled == recycled.length) {
        grow();
      }
      recycled[(head + filled) & (recycled.length - 1)] = (char) entropy;
      filled++;
    }
  }

  @Override
  public void onTrim(long nowPs, int entropy) {
    bitmap.onTrim(nowPs, entropy);
  }

  @Override
  public void onTimeout(long nowPs, int entropy) {
    bitmap.onTimeout(nowPs, entropy);
  }

  @Override
  public int reusable() {
    return filled;
  }

  @Override
  public int avoided() {
    return bitmap.avoided();
  }

  @Override
  public int reusable(int[] into) {
    int count = Math.min(into.length, filled);
    for (int i = 0; i < count; i++) {
      into[i] = recycled[(head + i) & (recycled.length - 1)];
    }
    return count;
  }

  @Override
  public int avoided(int[] into) {
    return bitmap.avoided(into);
  }

  private void grow() {
    char[] more = new char[2 * recycled.length];
    for (int i = 0; i < filled; i++) {
      more[i] = recycled[(head + i) & (recycled.length - 1)];
    }
    recycled = more;
    head = 0;
  }
}
