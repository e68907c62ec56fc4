package io.smartt.host.pathing;

import module java.base;

import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;

/**
 * Protective Load Balancing (PLB; Qureshi et al., SIGCOMM 2022). One path until it has been
 * congested for some rounds in a row, a round being a base RTT in which at least a given share of
 * packets was marked or trimmed; then another, drawn at random. Fewer rounds suffice when the
 * connection is idle, for then nothing can be reordered. A timeout changes the path at once and
 * keeps congestion from changing it for a while, so that the connection does not hop onto a path
 * that is broken.
 */
public final class Plb implements PathSelector {
  /** Settings of PLB. */
  public static final SettingsGroup<Settings> SETTINGS = new SettingsGroup<>("plb", Settings.class);

  /** PLB as users choose it. */
  public static final LoadBalancer BALANCER =
      new LoadBalancer(
          "plb",
          "Qureshi et al., SIGCOMM 2022: rounds of one base RTT, consecutive congested rounds,"
              + " suspension after a timeout",
          List.of(SETTINGS),
          false,
          run -> {
            Settings settings = run.settings().read(SETTINGS);
            return (bdp, baseRttPs, random) -> new Plb(settings, baseRttPs, random);
          });

  private final Settings settings;
  private final long roundPs;
  private final RandomGenerator random;
  private int entropy;
  private int congestedRounds;
  private int marked;
  private int answered;
  private long roundEndPs;
  private long suspendedUntilPs;
  private long lastSentPs;

  /**
   * A selector that begins on a path drawn at random.
   *
   * @param baseRttPs length of a round
   */
  public Plb(Settings settings, long baseRttPs, RandomGenerator random) {
    this.settings = settings;
    this.random = random;
    roundPs = baseRttPs;
    entropy = draw();
  }

  @Override
  public int nextEntropy(long nowPs) {
    boolean idle = nowPs - lastSentPs > 2 * roundPs;
    lastSentPs = nowPs;
    if (nowPs >= suspendedUntilPs
        && congestedRounds
            >= (idle ? Math.min(settings.idleRounds(), settings.rounds()) : settings.rounds())) {
      changePath();
    }
    return entropy;
  }

  @Override
  public void onAck(long nowPs, int packetEntropy, boolean ecn) {
    answer(nowPs, packetEntropy, ecn);
  }

  @Override
  public void onTrim(long nowPs, int packetEntropy) {
    answer(nowPs, packetEntropy, true);
  }

  @Override
  public void onTimeout(long nowPs, int packetEntropy) {
    if (packetEntropy == entropy) {
      changePath();
      double factor = 1 + random.nextDouble();
      suspendedUntilPs = nowPs + Math.round(settings.suspendRtts() * factor * roundPs);
    }
  }

  /** Counts an answer, of the current path only, and closes the round if it is over. */
  private void answer(long nowPs, int packetEntropy, boolean congested) {
    if (packetEntropy != entropy) {
      return;
    }
    if (answered == 0) {
      roundEndPs = nowPs + roundPs;
    }
    answered++;
    marked += congested ? 1 : 0;
    if (nowPs < roundEndPs) {
      return;
    }
    boolean congestedRound = marked >= settings.congestedShare() * answered;
    congestedRounds = congestedRound ? Math.min(congestedRounds + 1, settings.rounds()) : 0;
    marked = 0;
    answered = 0;
  }

  private void changePath() {
    entropy = draw();
    congestedRounds = 0;
    marked = 0;
    answered = 0;
  }

  private int draw() {
    return random.nextInt(1 << 16);
  }

  /**
   * Settings of PLB, after Qureshi et al., "PLB: Congestion Signals are Simple and Effective for
   * Network Load Balancing", SIGCOMM 2022; the defaults, one excepted, are those of the authors'
   * implementation in Linux (tcp_plb_cong_thresh, tcp_plb_idle_rehash_rounds,
   * tcp_plb_rehash_rounds, tcp_plb_suspend_rto_sec).
   *
   * @param congestedShare theirs is 0.5, for switches that mark everything above one threshold;
   *     ours, 0.25, for RED, which in a queue held half full marks every other packet at most
   * @param idleRounds 3
   * @param rounds 12
   * @param suspendRtts Linux suspends for 60 s, which no experiment here lasts; 1,000 base RTTs, of
   *     the order of a retransmission timeout of a datacenter's TCP
   */
  public record Settings(
      @Setting(
              defaultValue = "0.25",
              meaning = "Share of marked packets that makes a round congested.")
          double congestedShare,
      @Setting(
              defaultValue = "3",
              meaning = "Congested rounds in a row after which an idle connection changes path.")
          int idleRounds,
      @Setting(
              defaultValue = "12",
              meaning = "Congested rounds in a row after which any connection changes path.")
          int rounds,
      @Setting(
              most = 1e6,
              defaultValue = "1000",
              meaning =
                  "After a timeout, congestion changes no path for one to two times this long, in"
                      + " base RTTs.")
          double suspendRtts) {

    /** Checks that each value is one that the algorithm can work with. */
    public Settings {
      if (!(congestedShare > 0 && congestedShare <= 1)) {
        throw new IllegalArgumentException(
            "PLB congested share is " + congestedShare + ", accepted is above 0, to 1");
      }
      if (idleRounds < 1 || rounds < 1) {
        throw new IllegalArgumentException(
            "PLB congested rounds are %s when idle and %s, accepted is 1 or more"
                .formatted(idleRounds, rounds));
      }
      if (!(suspendRtts >= 0)) {
        throw new IllegalArgumentException(
            "PLB suspension is " + suspendRtts + ", accepted is 0 base RTTs or more");
      }
    }
  }
}
