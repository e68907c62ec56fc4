package io.smartt.host.pathing;

import io.smartt.host.settings.SettingsGroup;
import java.util.List;
import java.util.random.RandomGenerator;

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
  public static final SettingsGroup<PlbSettings> SETTINGS =
      new SettingsGroup<>("plb", PlbSettings.class);

  /** PLB as users choose it. */
  public static final LoadBalancer BALANCER =
      new LoadBalancer(
          "plb",
          "Qureshi et al., SIGCOMM 2022: rounds of one base RTT, consecutive congested rounds,"
              + " suspension after a timeout",
          List.of(SETTINGS),
          false,
          run -> {
            PlbSettings settings = run.settings().read(SETTINGS);
            return (bdp, baseRttPs, random) -> new Plb(settings, baseRttPs, random);
          });

  private final PlbSettings settings;
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
  public Plb(PlbSettings settings, long baseRttPs, RandomGenerator random) {
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
}
