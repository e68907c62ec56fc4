package io.smartt.base.topology;

import module java.base;

import io.smartt.base.input.UserInputException;

/**
 * A folded Clos network of two or three tiers: leaf-spine or fat tree. Each ToR connects to every
 * switch of tier 1 in its pod; of three tiers, the switch at place p of its pod connects to the
 * core switches p, p + A, p + 2A..., where a pod has A switches in tier 1.
 *
 * @param hosts of the network
 * @param podHosts of one pod; all of them where there are two tiers
 * @param tiers from the hosts up
 */
public record ClosShape(int hosts, int podHosts, List<ClosTier> tiers) {
  /** The most hosts, those of Mininet's trees: more take longer to program than anybody waits. */
  private static final int MOST_HOSTS = 1 << 16;

  /** Refuses numbers that do not fit, naming them as topology files do. */
  public ClosShape {
    tiers = List.copyOf(tiers);
    if (tiers.size() != 2 && tiers.size() != 3) {
      throw new UserInputException(tiers.size() + " tiers, must be 2 or 3");
    }
    require(hosts <= MOST_HOSTS, "Nodes is " + hosts + ", more than " + MOST_HOSTS);
    ClosTier tor = tiers.get(0);
    ClosTier second = tiers.get(1);
    if (tiers.size() == 2) {
      require(
          podHosts == hosts,
          "Podsize is " + podHosts + ", with 2 tiers it must be Nodes, " + hosts);
    }
    requireDivides("Nodes", hosts, "Podsize", podHosts);
    requireDivides("Podsize", podHosts, "Radix_Down of tier 0", tor.radixDown());
    requireDivides("Radix_Up of tier 0", tor.radixUp(), "Bundle of tier 1", second.bundle());
    int torsInPod = podHosts / tor.radixDown();
    require(
        second.radixDown() == torsInPod * second.bundle(),
        "Radix_Down of tier 1 is "
            + second.radixDown()
            + ", but "
            + torsInPod
            + " ToRs a pod with Bundle "
            + second.bundle()
            + " need "
            + torsInPod * second.bundle());
    if (tiers.size() == 3) {
      ClosTier core = tiers.get(2);
      int pods = hosts / podHosts;
      requireDivides("Radix_Up of tier 1", second.radixUp(), "Bundle of tier 2", core.bundle());
      require(
          core.radixDown() == pods * core.bundle(),
          "Radix_Down of tier 2 is "
              + core.radixDown()
              + ", but "
              + pods
              + " pods with Bundle "
              + core.bundle()
              + " need "
              + pods * core.bundle());
    }
  }

  private static void requireDivides(String of, int whole, String by, int part) {
    require(
        part > 0 && whole > 0 && whole % part == 0,
        of + " is " + whole + ", not a multiple of " + by + ", " + part);
  }

  private static void require(boolean fits, String otherwise) {
    if (!fits) {
      throw new UserInputException(otherwise);
    }
  }

  /** Builds the topology. Ports of a switch count its links down first, then those up. */
  public Topology build(String name) {
    return build(name, hosts);
  }

  /** Builds it with only the first so many hosts; the ports of the others stay empty. */
  Topology build(String name, int present) {
    return collect(name, present).build();
  }

  /** A builder with all of it, the first so many hosts of it. */
  TopologyBuilder collect(String name, int present) {
    TopologyBuilder builder = new TopologyBuilder(name);
    int torsInPod = podHosts / tiers.get(0).radixDown();
    int pods = hosts / podHosts;
    int secondInPod = tiers.get(0).radixUp() / tiers.get(1).bundle();
    List<Switch> tors = addSwitches(builder, 0, pods * torsInPod);
    List<Switch> second = addSwitches(builder, 1, pods * secondInPod);
    for (int i = 0; i < present; i++) {
      link(builder, builder.addHost(), tors.get(i / tiers.get(0).radixDown()), tiers.get(0));
    }
    for (int t = 0; t < tors.size(); t++) {
      int pod = t / torsInPod;
      for (Switch up : second.subList(pod * secondInPod, (pod + 1) * secondInPod)) {
        link(builder, tors.get(t), up, tiers.get(1));
      }
    }
    if (tiers.size() == 3) {
      int coresOfEach = tiers.get(1).radixUp() / tiers.get(2).bundle();
      List<Switch> cores = addSwitches(builder, 2, secondInPod * coresOfEach);
      for (int s = 0; s < second.size(); s++) {
        for (int c = s % secondInPod; c < cores.size(); c += secondInPod) {
          link(builder, second.get(s), cores.get(c), tiers.get(2));
        }
      }
    }
    return builder;
  }

  private List<Switch> addSwitches(TopologyBuilder builder, int tier, int number) {
    List<Switch> added = new ArrayList<>();
    ClosTier kind = tiers.get(tier);
    for (int i = 1; i <= number; i++) {
      added.add(builder.addSwitch(kind.switchName() + i, tier, kind.switchLatencyPs()));
    }
    return added;
  }

  private static void link(TopologyBuilder builder, Node lower, Switch upper, ClosTier tier) {
    for (int i = 0; i < tier.bundle(); i++) {
      builder.link(lower, upper, tier.downRateBps(), tier.downLatencyPs());
    }
  }

  /**
   * The switches of one tier of a folded Clos network and the links below them.
   *
   * @param switchName what its switches are called, before their number
   * @param radixDown ports of one switch towards the hosts
   * @param radixUp ports of one switch away from them; 0 in the top tier
   * @param bundle parallel links between a switch of this tier and one below; 1 in tier 0
   * @param downRateBps rate of the links below
   * @param downLatencyPs one-way latency of the links below
   * @param switchLatencyPs of each switch
   */
  public record ClosTier(
      String switchName,
      int radixDown,
      int radixUp,
      int bundle,
      long downRateBps,
      long downLatencyPs,
      long switchLatencyPs) {

    /** A tier with single links at the usual rates and latencies. */
    static ClosTier of(String switchName, int radixDown, int radixUp, LinkDefaults defaults) {
      return new ClosTier(
          switchName,
          radixDown,
          radixUp,
          1,
          defaults.rateBps(),
          defaults.linkLatencyPs(),
          defaults.switchLatencyPs());
    }
  }
}
