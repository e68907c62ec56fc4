import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.Swift;
import io.smartt.host.congestion.WindowLimits;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.settings.Setting;
import io.smartt.host.settings.SettingsGroup;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Falcon's windows and paths (Singhvi et al., "Falcon: A Reliable, Low Latency Hardware Transport",
 * SIGCOMM 2025) as its authors' simulator has them (falcon-transport/isekai, revision ab3a028,
 * swift.h and weighted_round_robin_policy.h, Gen2); of the paper the abstract was read. A
 * connection has up to four paths. Each has a window of its own, Swift's by the delay of its own
 * packets; the connection's window is their sum. Packets take the paths by weighted round robin:
 * a round gives each path as much as its share of the sum. A path whose delay stays above Swift's
 * target becomes another one (PLB).
 *
 * <p>Unlike there: the delay is the whole round trip's, hosts' time and all, unless fabric-delay is
 * true, and there is no second window by the receiver's buffer. A packet sent again takes the path
 * whose turn it is, and PLB is on. Acknowledgements, loss detection and timeouts are this
 * program's. Swift's constants are those of the built-in one, in base RTTs.
 */
public final class Falcon implements CongestionController, PathSelector {
  /** The settings as keys: --set falcon.paths=1. */
  public static final SettingsGroup<Settings> SETTINGS =
      new SettingsGroup<>("falcon", Settings.class);

  /** The description; another load balancer than that chooses in its place. */
  public static final CongestionControl CONTROL =
      CongestionControl.of(
              "falcon",
              "after Singhvi et al., SIGCOMM 2025: Swift for each of four paths, and PLB",
              List.of(SETTINGS),
              new WindowLimits(0.01, 1.5),
              run -> {
                Settings settings = run.settings().read(SETTINGS);
                Swift.Settings each = settings.swift();
                CongestionScheme swift = new Swift(each);
                return (baseRttPs, linkBps, mtuBytes) ->
                    new Falcon(settings, each, swift, baseRttPs, linkBps, mtuBytes);
              })
          .withImplied((constants, trims) -> Map.of("load-balancer", "ecmp"))
          .withHostDelay();

  /** What users may set; the defaults are the simulator's. */
  public record Settings(
      @Setting(defaultValue = "4", meaning = "Paths of a connection, 1 to 4.") int paths,
      @Setting(
              defaultValue = "5",
              meaning = "Congested rounds in a row after which a path becomes another; 0: never.")
          int repathRounds,
      @Setting(
              defaultValue = "0.5",
              meaning = "Share of late packets, in a window of them, of a congested round.")
          double congestedShare,
      @Setting(defaultValue = "false", meaning = "Whether hosts' part of a delay does not count.")
          boolean fabricDelay) {
    public Settings {
      if (paths < 1 || paths > 4 || repathRounds < 0 || !(congestedShare > 0)) {
        throw new IllegalArgumentException(
            ("paths %d, repath-rounds %d, congested-share %s; accepted are 1 to 4, 0 or more, above"
                    + " 0")
                .formatted(paths, repathRounds, congestedShare));
      }
    }

    /** Swift for one path, which begins with its part of the first window. */
    private Swift.Settings swift() {
      double first = Swift.SETTINGS.defaults().initialWindowBdps() / paths;
      return RecordSettings.with(
          Swift.SETTINGS.defaults(), "initial-window-bdps", Double.toString(first));
    }
  }

  /** The weights of a round are at most so large, four bits. */
  private static final int MOST_WEIGHT = 15;

  private static final int PATH_BITS = 2;
  private static final double LATE = 1.01;

  private final Settings settings;
  private final Swift.Settings swift;
  private final CongestionController[] windows;
  private final int[] labels;
  private final int[] credits;
  private final long[] answered;
  private final long[] late;
  private final int[] congestedRounds;
  private final long baseRttPs;
  private final long mostBytes;
  private final int mtuBytes;
  private int round;
  private int next;
  private int path;
  private long hostPs;

  /** The paths that count: where a load balancer chooses in its place, one window is for all. */
  private int used = 1;

  private Falcon(
      Settings settings,
      Swift.Settings swift,
      CongestionScheme scheme,
      long baseRttPs,
      long linkBps,
      int mtuBytes) {
    this.settings = settings;
    this.swift = swift;
    this.baseRttPs = baseRttPs;
    this.mtuBytes = mtuBytes;
    int paths = settings.paths();
    windows =
        IntStream.range(0, paths)
            .mapToObj(i -> scheme.controller(baseRttPs, linkBps, mtuBytes))
            .toArray(CongestionController[]::new);
    labels = IntStream.range(0, paths).toArray();
    credits = new int[paths];
    answered = new long[paths];
    late = new long[paths];
    congestedRounds = new int[paths];
    mostBytes =
        Math.max(mtuBytes, Math.round(swift.maxWindowBdps() * Bdp.exact(baseRttPs, linkBps)));
  }

  @Override
  public Optional<PathSelector> paths() {
    used = windows.length;
    return Optional.of(this);
  }

  // ---- Paths. The last bits of an entropy are the path's number, as those of a flow label.

  @Override
  public int nextEntropy(long nowPs) {
    if (round == 0) {
      fill();
    }
    do {
      next = (next + 1) % labels.length;
    } while (credits[next] == 0);
    credits[next]--;
    round--;
    return labels[next];
  }

  private void fill() {
    long sum = sumBytes();
    for (int i = 0; i < credits.length; i++) {
      double share = (double) windows[i].windowBytes() / sum;
      credits[i] = Math.clamp(Math.round(MOST_WEIGHT * share), 1, MOST_WEIGHT);
      round += credits[i];
    }
  }

  @Override
  public void onAck(long nowPs, int entropy, boolean ecn) {
    path = entropy & ((1 << PATH_BITS) - 1);
  }

  @Override
  public void onTrim(long nowPs, int entropy) {
    onAck(nowPs, entropy, true);
  }

  @Override
  public void onTimeout(long nowPs, int entropy) {
    onAck(nowPs, entropy, true);
  }

  // ---- Windows. What comes is of the path that was named just before.

  @Override
  public void onHostDelay(long hostPs) {
    this.hostPs = settings.fabricDelay() ? hostPs : 0;
  }

  @Override
  public void onAck(long nowPs, int ackedBytes, long rttPs, boolean ecn, long inFlightBytes) {
    long before = windows[path].windowBytes();
    long delayPs = rttPs == RTT_UNKNOWN ? rttPs : rttPs - hostPs;
    windows[path].onAck(nowPs, ackedBytes, delayPs, ecn, inFlightBytes);
    answered[path] += ackedBytes;
    late[path] += delayPs > LATE * targetPs(before) ? ackedBytes : 0;
    if (answered[path] >= before) {
      boolean congested = late[path] >= settings.congestedShare() * answered[path];
      congestedRounds[path] = congested ? congestedRounds[path] + 1 : 0;
      answered[path] = 0;
      late[path] = 0;
      if (congested && congestedRounds[path] == settings.repathRounds()) {
        labels[path] = (labels[path] + (1 << PATH_BITS)) & 0xffff;
        congestedRounds[path] = 0;
      }
    }
  }

  /** Swift's target delay for a window, Sec. 3.5 of its paper. */
  private double targetPs(long windowBytes) {
    double least = 1 / Math.sqrt(swift.flowScalingMaxWindow());
    double most = 1 / Math.sqrt(swift.flowScalingMinWindow());
    double scaling = (1 / Math.sqrt((double) windowBytes / mtuBytes) - least) / (most - least);
    return baseRttPs
        * (swift.baseTargetRtts() + swift.flowScalingRtts() * Math.clamp(scaling, 0, 1));
  }

  @Override
  public void onTrim(long nowPs, int frameBytes, long inFlightBytes) {
    windows[path].onTrim(nowPs, frameBytes, inFlightBytes);
  }

  @Override
  public void onTimeout(long nowPs, int frameBytes, long inFlightBytes) {
    windows[path].onTimeout(nowPs, frameBytes, inFlightBytes);
  }

  @Override
  public long windowBytes() {
    return Math.min(sumBytes(), mostBytes);
  }

  private long sumBytes() {
    long sum = 0;
    for (int i = 0; i < used; i++) {
      sum += windows[i].windowBytes();
    }
    return sum;
  }

  /** A sum below a packet leaves at the paces of all paths together. */
  @Override
  public long pacingBps() {
    if (windowBytes() >= mtuBytes) {
      return UNPACED;
    }
    long sum = 0;
    for (int i = 0; i < used; i++) {
      sum += windows[i].pacingBps();
    }
    return sum;
  }
}
