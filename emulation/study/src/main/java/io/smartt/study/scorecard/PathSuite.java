package io.smartt.study.scorecard;

import module java.base;

import io.smartt.host.pathing.Entropies;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.pathing.PathSelector;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.SettingsValues;
import io.smartt.study.scorecard.Suite.Trials;

/** Tries properties of a load balancer's choices on random paths and answers of the network. */
final class PathSuite implements Suite {
  private static final long BASE_RTT_PS = 10_000_000;
  private static final int BDP_PACKETS = 16;

  private final LoadBalancer balancer;
  private final Trials trials = new Trials();

  PathSuite(LoadBalancer balancer) {
    this.balancer = balancer;
  }

  @Override
  public String name() {
    return balancer.name();
  }

  @Override
  public List<Scorecard.Property> properties() {
    return List.of(
        trials.holds("entropy-range", this::outOfRange), trials.holds("repeatable", this::differs));
  }

  private PathSelector selector(int entropies, int bdpPackets, long baseRttPs, long seed) {
    LoadBalancer.Context run = new LoadBalancer.Context(SettingsValues.DEFAULTS, entropies);
    return trials
        .guard()
        .guardedPaths(balancer.name(), balancer.factory().apply(run))
        .selector(bdpPackets, baseRttPs, new SplittableRandom(seed));
  }

  /** Every choice is a value of the packet's field, and one of those that the run allows. */
  private Optional<String> outOfRange(SplittableRandom random) {
    int entropies = random.nextBoolean() ? Entropies.ALL : 1 << random.nextInt(4, 12);
    long baseRttPs = 1_000_000L + random.nextLong(100_000_000L);
    PathSelector flow = selector(entropies, 1 + random.nextInt(1000), baseRttPs, random.nextLong());
    int most = (balancer.usesEntropies() ? entropies : Entropies.ALL) - 1;
    long nowPs = 0;
    for (int i = 0; i < Trials.EVENTS; i++) {
      int entropy = flow.nextEntropy(nowPs);
      if (entropy < 0 || entropy > most) {
        return Optional.of(
            "an entropy of %d after %d events, accepted is 0 to %d".formatted(entropy, i, most));
      }
      nowPs += random.nextLong(baseRttPs / 20);
      event(random, flow, nowPs, entropy);
    }
    return Optional.empty();
  }

  /** The same randomness and the same answers lead to the same choices. */
  private Optional<String> differs(SplittableRandom random) {
    long seed = random.nextLong();
    PathSelector one = selector(Entropies.ALL, BDP_PACKETS, BASE_RTT_PS, seed);
    PathSelector other = selector(Entropies.ALL, BDP_PACKETS, BASE_RTT_PS, seed);
    SplittableRandom events = random.split();
    long nowPs = 0;
    for (int i = 0; i < Trials.EVENTS; i++) {
      int first = one.nextEntropy(nowPs);
      int second = other.nextEntropy(nowPs);
      if (first != second) {
        return Optional.of(
            "%d and %d after the same %d events from the same seed".formatted(first, second, i));
      }
      nowPs += events.nextLong(BASE_RTT_PS / 20);
      long answer = events.nextLong();
      event(new SplittableRandom(answer), one, nowPs, first);
      event(new SplittableRandom(answer), other, nowPs, first);
    }
    return Optional.empty();
  }

  private static void event(SplittableRandom random, PathSelector flow, long nowPs, int entropy) {
    switch (random.nextInt(16)) {
      case 0 -> flow.onTimeout(nowPs, entropy);
      case 1 -> flow.onTrim(nowPs, entropy);
      case 2, 3, 4 -> flow.onAck(nowPs, entropy, true);
      default -> flow.onAck(nowPs, entropy, false);
    }
  }

  @Override
  public AckCost cost() {
    return AckCost.measure(acks(balancer), Reps.BALANCER.name(), acks(Reps.BALANCER));
  }

  /** A packet's choice and its answer. */
  private static AckCost.Calls acks(LoadBalancer of) {
    PathSelector flow =
        of.factory()
            .apply(new LoadBalancer.Context(SettingsValues.DEFAULTS, Entropies.ALL))
            .selector(BDP_PACKETS, BASE_RTT_PS, new SplittableRandom(1));
    return (i, nowPs) -> {
      int entropy = flow.nextEntropy(nowPs);
      if ((i & 255) == 255) {
        flow.onTrim(nowPs, entropy);
      } else {
        flow.onAck(nowPs, entropy, (i & 63) == 0);
      }
    };
  }
}
