package io.smartt.base.topology;

import module java.base;

import io.smartt.base.input.UserInputException;

/**
 * Fat trees of two and three tiers. {@code fattree,k} is the k-ary one: k*k*k/4 hosts with three
 * tiers, k*k/2 with two. {@code fattree,hosts=N} splits N hosts into racks and pods as evenly as it
 * can, which for N = k*k*k/4 is the same; {@code rack} and {@code pod} (in hosts) say otherwise.
 * {@code os} (or {@code oversubscription}) is the oversubscription of ToRs, {@code agg-os} that of
 * aggregation switches. Where N hosts cannot be split at all, or only into racks or pods of next to
 * nothing, the tree is the next larger one that can, and its last ports stay empty.
 */
final class FatTree {
  static final String FORM =
      "fattree,k  or  fattree,hosts=N[,tiers=2|3][,os=R][,agg-os=R][,rack=N][,pod=N]";
  static final List<String> KEYS =
      List.of("k", "hosts", "tiers", "os", "agg-os", "rack", "pod", "oversubscription");
  // Beyond that the longest side is so many times the shortest that it is hardly a tree.
  private static final double MOST_UNEVEN = Math.log(16) + 1e-9;

  private final Topologies.TopologyArguments arguments;
  private final int tiers;
  private final int os;
  private final int aggOs;
  private final int hosts;

  private FatTree(Topologies.TopologyArguments arguments) {
    this.arguments = arguments;
    tiers = arguments.get("tiers", 3);
    if (arguments.find("os").isPresent() && arguments.find("oversubscription").isPresent()) {
      throw arguments.error("os and oversubscription are the same, give one");
    }
    os = arguments.get("os", arguments.get("oversubscription", 1));
    aggOs = arguments.get("agg-os", 1);
    if (tiers != 2 && tiers != 3) {
      throw arguments.error("tiers is " + tiers + ", must be 2 or 3");
    }
    if (arguments.find("k").isPresent() == arguments.find("hosts").isPresent()) {
      throw arguments.error("give either k or hosts=");
    }
    hosts = arguments.find("k").isPresent() ? hostsOf(arguments.get("k")) : arguments.get("hosts");
  }

  private int hostsOf(int k) {
    if (k % 2 != 0 || k > 128) {
      throw arguments.error("k is " + k + ", must be even and at most 128");
    }
    return tiers == 3 ? k * k * k / 4 : k * k / 2;
  }

  static Topology build(
      String name, Topologies.TopologyArguments arguments, LinkDefaults defaults) {
    FatTree tree = new FatTree(arguments);
    Split split = tree.split();
    int uplinks = split.rack / tree.os;
    ClosShape.ClosTier tor = ClosShape.ClosTier.of("tor", split.rack, uplinks, defaults);
    List<ClosShape.ClosTier> tiers =
        tree.tiers == 2
            ? List.of(tor, ClosShape.ClosTier.of("spine", split.racksInPod, 0, defaults))
            : List.of(
                tor,
                ClosShape.ClosTier.of(
                    "agg", split.racksInPod, split.racksInPod / tree.aggOs, defaults),
                ClosShape.ClosTier.of("core", split.pods, 0, defaults));
    return new ClosShape(split.places(), split.rack * split.racksInPod, tiers)
        .build(name, tree.hosts);
  }

  private Split split() {
    Optional<Split> exact = best(hosts);
    return exact
        .filter(split -> split.unevenness() <= MOST_UNEVEN)
        .or(() ->
            IntStream.rangeClosed(hosts + 1, hosts + Math.min(hosts, 4096))
                .mapToObj(this::best)
                .flatMap(Optional::stream)
                .min(Comparator.comparingDouble(this::waste)))
        .or(() -> exact)
        .orElseThrow(this::noSplit);
  }

  /** Uneven splits are bad, and so are empty ports. */
  private double waste(Split split) {
    return split.unevenness() + 2 * Math.log((double) split.places() / hosts);
  }

  private Optional<Split> best(int places) {
    return divisors(places)
        .filter(rack -> arguments.get("rack", rack) == rack && rack % os == 0)
        .flatMap(rack -> splitsOfRack(places, rack))
        .min(Comparator.comparingDouble(Split::unevenness));
  }

  private UserInputException noSplit() {
    return arguments.error(
        hosts
            + " hosts cannot be split into equal racks"
            + (tiers == 3 ? " and pods" : "")
            + arguments.find("rack").stream().mapToObj(r -> " of " + r).findFirst().orElse("")
            + (os > 1 ? " whose hosts are a multiple of os, " + os : "")
            + (aggOs > 1 ? ", with racks a pod a multiple of agg-os, " + aggOs : "")
            + arguments.find("pod").stream()
                .mapToObj(p -> ", with pods of " + p + " hosts")
                .findFirst()
                .orElse(""));
  }

  private Stream<Split> splitsOfRack(int places, int rack) {
    int racks = places / rack;
    if (tiers == 2) {
      return racks > 1 ? Stream.of(new Split(rack, racks, 1, false)) : Stream.empty();
    }
    return divisors(racks)
        .filter(inPod -> arguments.get("pod", rack * inPod) == rack * inPod)
        .filter(inPod -> inPod % aggOs == 0 && racks / inPod > 1)
        .map(inPod -> new Split(rack, inPod, racks / inPod, true));
  }

  private static Stream<Integer> divisors(int number) {
    return IntStream.rangeClosed(1, number).filter(d -> number % d == 0).boxed();
  }

  private record Split(int rack, int racksInPod, int pods, boolean threeTiers) {
    int places() {
      return rack * racksInPod * pods;
    }

    /**
     * Returns the distance of the shape from a k-ary tree, where rack = racks a pod = k/2 and pods
     * = k.
     */
    double unevenness() {
      double a = Math.log(rack);
      double b = Math.log(threeTiers ? racksInPod : racksInPod / 2.0);
      double c = threeTiers ? Math.log(pods / 2.0) : a;
      return Math.max(a, Math.max(b, c)) - Math.min(a, Math.min(b, c));
    }
  }
}
