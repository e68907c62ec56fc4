package io.smartt.emulation.topology;

import io.smartt.emulation.input.NearNames;
import io.smartt.emulation.input.UserInputException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The topologies that have a name: {@code leafspine,4,4,4}, {@code fattree,8}, Mininet's. */
public final class Topologies {
  private static final Map<String, Kind> KINDS = kinds();

  private Topologies() {}

  /** The form of every name, for help and errors. */
  public static List<String> forms() {
    return KINDS.values().stream().map(Kind::form).toList();
  }

  /**
   * The topology of a name; an error that lists the accepted ones if there is none.
   *
   * @param spec the name and its numbers, with commas between them
   * @param defaults rates and latencies
   */
  public static Topology named(String spec, LinkDefaults defaults) {
    List<String> parts = Arrays.asList(spec.strip().split(",", -1));
    Kind kind = KINDS.get(parts.getFirst().strip());
    if (kind == null) {
      throw new UserInputException(
          "unknown topology '" + spec + "', " + hint(parts.getFirst().strip()));
    }
    TopologyArguments arguments =
        new TopologyArguments(spec, kind.keys, parts.subList(1, parts.size()));
    try {
      return kind.builder.build(spec, arguments, defaults);
    } catch (ArithmeticException e) {
      throw TopologyBuilder.tooLarge(spec);
    }
  }

  private static String hint(String name) {
    List<String> near = NearNames.of(name, KINDS.keySet());
    String forms =
        KINDS.entrySet().stream()
            .filter(kind -> near.isEmpty() || kind.getKey().equals(near.getFirst()))
            .map(kind -> kind.getValue().form)
            .collect(Collectors.joining("  "));
    return near.isEmpty()
        ? "accepted: " + forms + "  or a .topo or .links file"
        : "did you mean " + forms + "?";
  }

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    kinds.put(
        "testbed",
        new Kind(
            "testbed", List.of(), (name, arguments, defaults) -> Testbed.build(name, defaults)));
    kinds.put(
        "leafspine",
        new Kind(
            "leafspine,leaves,spines,hosts-per-leaf",
            List.of("leaves", "spines", "hosts"),
            (name, arguments, defaults) ->
                leafSpine(
                        arguments.get("leaves"),
                        arguments.get("spines"),
                        arguments.get("hosts"),
                        defaults)
                    .build(name)));
    kinds.put("fattree", new Kind(FatTree.FORM, FatTree.KEYS, FatTree::build));
    kinds.put(
        "multiplane",
        new Kind(
            ClusterTopologies.PLANES_FORM,
            ClusterTopologies.PLANES_KEYS,
            ClusterTopologies::planes));
    kinds.put(
        "rails",
        new Kind(
            ClusterTopologies.RAILS_FORM, ClusterTopologies.RAILS_KEYS, ClusterTopologies::rails));
    kinds.put("minimal", new Kind("minimal", List.of(), MininetTopologies::minimal));
    kinds.put("single", new Kind("single,k", List.of("k"), MininetTopologies::single));
    kinds.put("linear", new Kind("linear,k[,n]", List.of("k", "n"), MininetTopologies::linear));
    kinds.put(
        "tree", new Kind("tree,depth,fanout", List.of("depth", "fanout"), MininetTopologies::tree));
    return kinds;
  }

  static ClosShape leafSpine(int leaves, int spines, int hostsPerLeaf, LinkDefaults defaults) {
    int hosts = Math.multiplyExact(leaves, hostsPerLeaf);
    return new ClosShape(
        hosts,
        hosts,
        List.of(
            ClosShape.ClosTier.of("leaf", hostsPerLeaf, spines, defaults),
            ClosShape.ClosTier.of("spine", leaves, 0, defaults)));
  }

  @FunctionalInterface
  private interface Builder {
    Topology build(String name, TopologyArguments arguments, LinkDefaults defaults);
  }

  private record Kind(String form, List<String> keys, Builder builder) {}

  /**
   * The paper's testbed (Sec. "Hardware Evaluation"): two Trident 4 boxes, split by VRF (virtual
   * routing and forwarding) into 4 top-of-rack and 4 spine switches, each with a routing table of
   * its own, 4 hosts a top-of-rack switch; DAC cables between the VRFs. The paper does not say
   * which VRF is in which box; here the first has the leaves and the second the spines, so that
   * each cable between switches goes from box to box.
   */
  private static final class Testbed {
    private static final int LEAVES = 4;
    private static final int SPINES = 4;
    private static final int HOSTS_PER_LEAF = 4;

    private Testbed() {}

    static Topology build(String name, LinkDefaults defaults) {
      TopologyBuilder builder =
          Topologies.leafSpine(LEAVES, SPINES, HOSTS_PER_LEAF, defaults)
              .collect(name, LEAVES * HOSTS_PER_LEAF);
      builder.forEachSwitch(sw ->
          builder.inBox(
              sw, new Topology.Vrf(sw.tier() == 0 ? "trident1" : "trident2", "Vrf_" + sw.name())));
      return builder.build();
    }
  }
}
