package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.settings.FailureKind;
import io.smartt.experiment.settings.LinkFailure;
import io.smartt.experiment.settings.LinkFailure.FailureCount;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.workload.HostSpeeds;

/**
 * Every failure of an experiment's network: those that the user lists ({@code link.failures}) and
 * those that the seed draws ({@code failures.*}). The same for the same seed and network, on every
 * fabric.
 *
 * @param failures in the order in which they were listed or drawn
 */
public record FailurePlan(List<FailurePlan.PlannedFailure> failures) {
  private static final int SHARE = 4;
  private static final int AGGREGATION = 1;
  private static final int CORE = 2;

  /** No failure. */
  public static final FailurePlan NONE = new FailurePlan(List.of());

  /** Keeps these draws apart from others of the same seed. */
  private static final long DRAWS = 0x6661_696c_7572_6573L;

  /** Copies. */
  public FailurePlan {
    failures = List.copyOf(failures);
  }

  /** Returns the failures of an experiment in its (dilated) network. */
  public static FailurePlan of(ExperimentSpec spec, Topology topology) {
    return of(spec.settings(), spec.seed(), spec.dilation(), topology);
  }

  /** Returns the failures that settings ask for. */
  static FailurePlan of(Settings settings, long seed, double dilation, Topology topology) {
    Draws plan =
        new Draws(
            topology,
            dilation,
            settings.get(SettingKeys.FAILURES_KIND),
            settings.get(SettingKeys.FAILURES_AT),
            new ArrayList<>());
    for (LinkFailure failure : settings.get(SettingKeys.LINK_FAILURES)) {
      for (Link link : failure.place().links(topology, SettingKeys.LINK_FAILURES)) {
        plan.add(SettingKeys.LINK_FAILURES, link, failure.kind(), failure.time(), 0);
      }
    }
    SplittableRandom random = new SplittableRandom(seed ^ DRAWS);
    plan.drawLinks(
        settings,
        SettingKeys.FAILURES_LINKS,
        topology.links().stream().filter(link -> !link.isAccess()).toList(),
        random.split());
    plan.drawSwitches(settings, random.split());
    plan.drawLinks(
        settings,
        SettingKeys.FAILURES_HOSTS,
        topology.links().stream().filter(Link::isAccess).toList(),
        random.split());
    return plan.failures.isEmpty() ? NONE : new FailurePlan(plan.failures);
  }

  /** Returns how fast hosts compute. */
  public HostSpeeds speeds() {
    List<HostSpeeds.Span> spans = new ArrayList<>();
    for (PlannedFailure failure : failures) {
      if (failure.kind() instanceof FailureKind.Compute(double share)) {
        spans.add(
            new HostSpeeds.Span(
                failure.host().orElseThrow().index(),
                share,
                failure.fromPs(),
                failure.toPs().orElse(Long.MAX_VALUE)));
      }
    }
    return HostSpeeds.of(spans);
  }

  /** Returns whether some link loses packets at random. */
  public boolean losesAtRandom() {
    return failures.stream()
        .anyMatch(one -> !one.kind().condition(one.link().rateBps()).loss().isNone());
  }

  /** Returns whether some host's link gets another rate. */
  public boolean changesHostRates() {
    return failures.stream()
        .anyMatch(
            failure -> failure.kind() instanceof FailureKind.Rate && failure.link().isAccess());
  }

  private record Draws(
      Topology topology,
      double dilation,
      FailureKind drawnKind,
      LinkFailure.FailureTime drawnTime,
      List<PlannedFailure> failures) {
    void add(
        SettingKey<?> key,
        Link link,
        FailureKind kind,
        LinkFailure.FailureTime time,
        long laterPs) {
      requireFitting(key, link, kind);
      OptionalLong to =
          time.toPs().isPresent()
              ? OptionalLong.of(Math.round(time.toPs().getAsLong() * dilation))
              : OptionalLong.empty();
      failures.add(
          new PlannedFailure(
              link, kind.dilated(dilation), Math.round(time.fromPs() * dilation) + laterPs, to));
    }

    private void requireFitting(SettingKey<?> key, Link link, FailureKind kind) {
      if (!kind.isOfHosts()) {
        return;
      }
      String name = link.a().node().name() + "-" + link.b().node().name();
      if (!link.isAccess()) {
        throw new UserInputException(
            key.name()
                + ": compute and receive are of hosts, and "
                + name
                + " has none; write a host, such as h1=compute:25%, or failures.hosts");
      }
      if (kind instanceof FailureKind.Receive(OptionalLong bps, _)
          && bps.orElse(0) / dilation > link.rateBps()) {
        throw new UserInputException(
            "%s: receive:%s is more than link %s brings, %s"
                .formatted(
                    key.name(),
                    Quantities.formatBitsPerSecond(bps.orElse(0)),
                    name,
                    Quantities.formatBitsPerSecond(Math.round(link.rateBps() * dilation))));
      }
    }

    void drawLinks(
        Settings settings, SettingKey<FailureCount> key, List<Link> from, SplittableRandom random) {
      for (Link link : drawn(settings, key, from, random)) {
        add(key, link, random);
      }
    }

    void drawSwitches(Settings settings, SplittableRandom random) {
      List<Switch> inside =
          topology.switches().stream()
              .filter(sw ->
                  topology.adjacencies(sw).stream()
                      .noneMatch(port -> port.peer().node() instanceof Host))
              .toList();
      for (Switch sw : drawn(settings, SettingKeys.FAILURES_SWITCHES, inside, random)) {
        for (Adjacency port : topology.adjacencies(sw)) {
          add(SettingKeys.FAILURES_SWITCHES, port.link(), random);
        }
      }
    }

    /** Links that flap are out of step. */
    private void add(SettingKey<?> key, Link link, SplittableRandom random) {
      long laterPs =
          drawnKind.dilated(dilation) instanceof FailureKind.Flap(long downPs, long upPs)
              ? random.nextLong(downPs + upPs)
              : 0;
      add(key, link, drawnKind, drawnTime, laterPs);
    }

    /** Some of all, in the order of all: each set of them is as likely as any other. */
    private static <T> List<T> drawn(
        Settings settings, SettingKey<FailureCount> key, List<T> all, SplittableRandom random) {
      FailureCount count = settings.get(key);
      if (count.isNone()) {
        return List.of();
      }
      int missing = count.of(all.size(), key);
      List<T> chosen = new ArrayList<>();
      for (int i = 0; i < all.size() && missing > 0; i++) {
        if (random.nextInt(all.size() - i) < missing) {
          chosen.add(all.get(i));
          missing--;
        }
      }
      return chosen;
    }
  }

  /**
   * One link that fails, or the host at its end.
   *
   * @param link of the dilated network
   * @param kind what is wrong with it, dilated
   * @param fromPs when, dilated
   * @param toPs when it is well again, dilated; empty if it never is
   */
  public record PlannedFailure(Link link, FailureKind kind, long fromPs, OptionalLong toPs) {
    /** The host at an end of the link; empty between switches. */
    public Optional<Host> host() {
      return Stream.of(link.a().node(), link.b().node())
          .filter(Host.class::isInstance)
          .map(Host.class::cast)
          .findFirst();
    }
  }

  /**
   * The value of {@code link.rates} for the links that {@code -failed n} degrades to a quarter of
   * their rate (uet-htsim, revision 40ccb05, fat_tree_topology.cpp:914-940, 1013-1018 and 1175).
   * With three tiers these are links from the core down: that of aggregation switch a from its core
   * switch l where {@code l + a * A} is less than n, A being the aggregation switches of a pod. The
   * links up keep their rate. With two tiers the first n spines have slow links, in both
   * directions.
   */
  static String degradedRates(Topology topology, int failed) {
    List<Switch> aggs = tier(topology, AGGREGATION);
    boolean threeTiers = !tier(topology, CORE).isEmpty();
    List<String> rates = new ArrayList<>();
    if (aggs.isEmpty()) {
      throw new UserInputException(
          "link.failed is %d, but %s has no tier above the hosts' switches"
              .formatted(failed, topology.name()));
    }
    if (!threeTiers) {
      for (Switch spine : aggs.subList(0, Math.min(failed, aggs.size()))) {
        rates.add(spine.name() + "=" + quarter(topology.adjacencies(spine).getFirst()));
      }
      return String.join(",", rates);
    }
    int inPod = uplinks(topology, topology.accessSwitch(topology.host(0))).size();
    for (int a = 0; a < aggs.size(); a++) {
      List<Adjacency> up = uplinks(topology, aggs.get(a));
      for (int l = 0; l < up.size(); l++) {
        if (l + a * inPod < failed) {
          Adjacency link = up.get(l);
          rates.add(link.peer().node().name() + ">" + aggs.get(a).name() + "=" + quarter(link));
        }
      }
    }
    return String.join(",", rates);
  }

  private static String quarter(Adjacency link) {
    return Quantities.formatBitsPerSecond(link.rateBps() / SHARE);
  }

  /** One link to each switch above, in their order; parallel ones count once. */
  private static List<Adjacency> uplinks(Topology topology, Switch sw) {
    List<Adjacency> up = new ArrayList<>();
    for (Adjacency out : topology.adjacencies(sw)) {
      if (out.peer().node() instanceof Switch peer
          && peer.tier() > sw.tier()
          && up.stream().noneMatch(other -> other.peer().node().equals(peer))) {
        up.add(out);
      }
    }
    return up;
  }

  private static List<Switch> tier(Topology topology, int tier) {
    return topology.switches().stream().filter(sw -> sw.tier() == tier).toList();
  }
}
