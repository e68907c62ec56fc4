package io.smartt.host.pathing;

import module java.base;

/**
 * The reference simulator's bitmap (uet-htsim, revision 40ccb05, uec_mp.cpp:75-134). Entropy values
 * take turns as in {@link EntropyRounds}. Each has a penalty: a mark adds 1, a trim 4, a timeout
 * all of 15, which is the most. A packet passes over values with a penalty; the first that it
 * passes over loses 1. Where all have one, the packet takes the value that a whole round ends with.
 *
 * <p>The simulator gives a timeout's penalty to value 0 (uec.cpp:2333); here the packet's own value
 * gets it. A packet trimmed at its last switch gives none there (uec.cpp:1604), and here with
 * {@code queue.last-hop-trims}, without which a NACK does not say where.
 */
public final class Bitmap implements PathSelector {
  /** The bitmap as users choose it. */
  public static final LoadBalancer BALANCER =
      new LoadBalancer(
          "bitmap",
          "the reference simulator's: entropies in rounds, those marked, trimmed or timed out are"
              + " passed over for some rounds",
          List.of(),
          true,
          run -> {
            int entropies = EntropyRounds.check(run.entropies());
            return (bdp, baseRttPs, random) -> new Bitmap(entropies, random);
          });

  private static final int MARK = 1;
  private static final int TRIM = 4;
  private static final int MOST = 15;
  private static final int MOST_LOOKED = 1_024;

  private final EntropyRounds rounds;
  private final byte[] penalties;
  private int penalised;

  /**
   * A bitmap without penalties.
   *
   * @param entropies values, from 0; a power of two up to 65,536
   */
  public Bitmap(int entropies, RandomGenerator random) {
    rounds = new EntropyRounds(entropies, random);
    penalties = new byte[entropies];
  }

  @Override
  public int nextEntropy(long nowPs) {
    int first = rounds.current();
    if (penalties[first] > 0) {
      penalties[first]--;
      penalised -= penalties[first] == 0 ? 1 : 0;
      int tried = 0;
      do {
        rounds.advance();
        tried++;
      } while (penalties[rounds.current()] > 0 && tried < penalties.length);
    }
    int entropy = rounds.current();
    rounds.advance();
    return entropy;
  }

  @Override
  public void onAck(long nowPs, int entropy, boolean ecn) {
    if (ecn) {
      penalise(entropy, MARK);
    }
  }

  @Override
  public void onTrim(long nowPs, int entropy) {
    penalise(entropy, TRIM);
  }

  @Override
  public void onTimeout(long nowPs, int entropy) {
    penalise(entropy, MOST);
  }

  /** Values with a penalty. */
  @Override
  public int avoided() {
    return penalised;
  }

  /** The next of them in the round, of as many values as a look may cost. */
  @Override
  public int avoided(int[] into) {
    int found = 0;
    int most = Math.min(penalties.length, MOST_LOOKED);
    for (int i = 0; i < most && found < Math.min(into.length, penalised); i++) {
      int entropy = rounds.after(i);
      if (penalties[entropy] > 0) {
        into[found++] = entropy;
      }
    }
    return found;
  }

  private void penalise(int entropy, int by) {
    penalised += penalties[entropy] == 0 ? 1 : 0;
    penalties[entropy] = (byte) Math.min(MOST, penalties[entropy] + by);
  }
}
