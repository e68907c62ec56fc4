package io.smartt.host.pathing;

import module java.base;

import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;

/**
 * Recycled Entropy Packet Spraying (REPS; Bonato et al.). A ring remembers the entropy values whose
 * packets were acknowledged without a mark; each is used once more, the oldest first, and where
 * there is none a random one explores. The first BDP of packets explores always.
 *
 * <p>After a timeout outside exploration, paths may be broken, and exploring costs packets: the
 * selector freezes. Frozen, it goes round the values in the ring, used before or not, until some
 * time has passed and an acknowledgement arrives or is missed; then it explores anew.
 */
public final class Reps implements PathSelector {
  /** Settings of REPS. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("reps", Settings.class);

  /** REPS as users choose it. */
  public static final LoadBalancer BALANCER =
      new LoadBalancer(
          "reps",
          "Bonato et al., arXiv 2407.21625: a ring of 8 entropies, exploration of one BDP, freezing"
              + " on a timeout",
          List.of(SETTINGS),
          true,
          run -> {
            Settings settings = run.settings().read(SETTINGS);
            return (bdp, baseRttPs, random) ->
                new Reps(settings, run.entropies(), bdp, baseRttPs, random);
          });

  /** Values remembered, as in the paper of REPS. */
  public static final int RING = 8;

  private final RandomGenerator random;
  private final int entropies;
  private final int explorePackets;
  private final boolean freezes;
  private final long freezePs;

  private final char[] ring = new char[RING];
  private final boolean[] fresh = new boolean[RING];
  private int head;
  private int filled;
  private int freshCount;
  private int exploring;

  /** True while values that were not seen to work are avoided. */
  boolean frozen;

  private long thawPs;

  /**
   * An empty ring, exploring all entropy values.
   *
   * @param explorePackets how many packets explore before values are recycled
   * @param freezePs how long to stay frozen at least
   */
  public Reps(int explorePackets, long freezePs, RandomGenerator random) {
    this(Entropies.ALL, explorePackets, true, freezePs, random);
  }

  /**
   * An empty ring, with what a path's BDP and base RTT make of the settings.
   *
   * @param entropies how many values there are to explore, from 0; 1 to 65,536
   */
  public Reps(
      Settings settings, int entropies, int bdpPackets, long baseRttPs, RandomGenerator random) {
    this(
        Entropies.check(entropies),
        (int) Math.round(settings.exploreBdps() * bdpPackets),
        settings.freezing(),
        Math.round(settings.freezeRtts() * baseRttPs),
        random);
  }

  private Reps(
      int entropies, int explorePackets, boolean freezes, long freezePs, RandomGenerator random) {
    this.entropies = entropies;
    this.explorePackets = explorePackets;
    this.freezes = freezes;
    this.freezePs = freezePs;
    this.random = random;
    exploring = explorePackets;
  }

  @Override
  public int nextEntropy(long nowPs) {
    if (exploring > 0) {
      exploring--;
      return random.nextInt(entropies);
    }
    if (freshCount > 0) {
      int oldest = (head - freshCount) & (RING - 1);
      fresh[oldest] = false;
      freshCount--;
      return ring[oldest];
    }
    if (frozen && filled > 0) {
      int next = head % filled;
      head = (next + 1) % filled;
      return ring[next];
    }
    return random.nextInt(entropies);
  }

  @Override
  public void onAck(long nowPs, int entropy, boolean ecn) {
    if (!ecn) {
      if (!fresh[head]) {
        fresh[head] = true;
        freshCount++;
      }
      ring[head] = (char) entropy;
      filled = Math.max(filled, head + 1);
      head = (head + 1) & (RING - 1);
    }
    thaw(nowPs);
  }

  private void thaw(long nowPs) {
    if (frozen && nowPs >= thawPs) {
      frozen = false;
      exploring = explorePackets;
    }
  }

  /** Thaws too (uet-htsim 40ccb05, uec_mp.cpp:164), for all values of the ring may be broken. */
  @Override
  public void onTimeout(long nowPs, int entropy) {
    if (frozen) {
      thaw(nowPs);
    } else if (freezes && exploring == 0) {
      frozen = true;
      thawPs = nowPs + freezePs;
    }
  }

  /** Fresh values; frozen, all of the ring. */
  @Override
  public int reusable() {
    return frozen ? filled : freshCount;
  }

  @Override
  public int reusable(int[] into) {
    int count = Math.min(into.length, reusable());
    for (int i = 0; i < count; i++) {
      into[i] = frozen ? ring[(head + i) % filled] : ring[(head - freshCount + i) & (RING - 1)];
    }
    return count;
  }

  /** Frozen, all values that are not in the ring, where that has any. */
  @Override
  public int avoided() {
    return frozen && filled > 0 ? Math.max(0, entropies - filled) : 0;
  }

  /**
   * Settings of REPS, after Bonato et al., "REPS: Recycled Entropy Packet Spraying for Adaptive
   * Load Balancing and Failure Mitigation" (arXiv 2407.21625).
   *
   * @param freezing the paper's failure mitigation
   * @param freezeRtts how long a frozen connection stays frozen at least; the reference simulator
   *     has 10 ms, far longer than an experiment here; 40 base RTTs
   * @param exploreBdps the paper explores for one BDP of packets
   */
  public record Settings(
      @Setting(defaultValue = "true", meaning = "Whether a timeout keeps to paths known to work.")
          boolean freezing,
      @Setting(
              most = 1e6,
              defaultValue = "40",
              meaning = "How long that holds at least, in base RTTs.")
          double freezeRtts,
      @Setting(
              most = 1e6,
              defaultValue = "1",
              meaning = "BDPs of packets that explore before paths are recycled.")
          double exploreBdps) {

    /** Checks that each value is one that the algorithm can work with. */
    public Settings {
      if (!(freezeRtts >= 0)) {
        throw new IllegalArgumentException(
            "REPS freeze is " + freezeRtts + ", accepted is 0 base RTTs or more");
      }
      if (!(exploreBdps >= 0)) {
        throw new IllegalArgumentException(
            "REPS exploration is " + exploreBdps + ", accepted is 0 BDPs or more");
      }
    }
  }
}
