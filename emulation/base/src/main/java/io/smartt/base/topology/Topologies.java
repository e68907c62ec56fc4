package io.smartt.base.topology;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/** The topologies that have a name: {@code leafspine,4,4,4}, {@code fattree,8}, Mininet's. */
public final class Topologies {
  private static final int LEAVES = 4;
  private static final int SPINES = 4;
  private static final int HOSTS_PER_LEAF = 4;

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
    Map<String, String> forms = new LinkedHashMap<>();
    KINDS.forEach((key, kind) -> forms.put(key, kind.form));
    return NearNames.hint(name, forms, ".topo, .links or ns-3 file (.txt)");
  }

  private static Map<String, Kind> kinds() {
    Map<String, Kind> kinds = new LinkedHashMap<>();
    kinds.put(
        "testbed",
        new Kind("testbed", List.of(), (name, arguments, defaults) -> testbed(name, defaults)));
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
    kinds.put("minimal", new Kind("minimal", List.of(), MininetTopologies::single));
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
  private static Topology testbed(String name, LinkDefaults defaults) {
    TopologyBuilder builder =
        Topologies.leafSpine(LEAVES, SPINES, HOSTS_PER_LEAF, defaults)
            .collect(name, LEAVES * HOSTS_PER_LEAF);
    builder.forEachSwitch(sw ->
        builder.inBox(
            sw, new Topology.Vrf(sw.tier() == 0 ? "trident1" : "trident2", "Vrf_" + sw.name())));
    return builder.build();
  }

  /**
   * Networks of clusters for training: several planes, and rails.
   *
   * <p>With several planes a network card has a port in each of equal, separate leaf-spine
   * networks, as in OCP's MRC 1.0 (8 ports of 100 Gbit/s, or 4 of 200). Here the card's choice of a
   * port is a switch of its own without latency, {@code nic1} for host {@code h1}: it spreads over
   * its ports by a packet's entropy as every switch does, so that a load balancer chooses plane and
   * path at once. The host's link to it has the rate of all ports together.
   *
   * <p>On rails, network card g of every server is behind switch g ({@code rail1} on), and spines
   * connect the rails. Each card is a host here: those of a server follow each other.
   */
  static final class ClusterTopologies {
    static final String PLANES_FORM = "multiplane,planes,leaves,spines,hosts-per-leaf";
    static final List<String> PLANES_KEYS = List.of("planes", "leaves", "spines", "hosts");
    static final String RAILS_FORM = "rails,cards-per-server,servers,spines";
    static final List<String> RAILS_KEYS = List.of("cards", "servers", "spines");

    private static final int NIC_TIER = 0;
    private static final int LEAF_TIER = 1;
    private static final int SPINE_TIER = 2;

    private ClusterTopologies() {}

    static Topology planes(String name, TopologyArguments arguments, LinkDefaults defaults) {
      int planes = arguments.get("planes");
      int leaves = arguments.get("leaves");
      int spines = arguments.get("spines");
      int hostsPerLeaf = arguments.get("hosts");
      TopologyBuilder builder = new TopologyBuilder(name);
      int hosts = Math.multiplyExact(leaves, hostsPerLeaf);
      List<Switch> nics = new ArrayList<>();
      for (int i = 1; i <= hosts; i++) {
        Switch nic = builder.addCard("nic" + i, NIC_TIER);
        builder.link(builder.addHost(), nic, Math.multiplyExact(planes, defaults.rateBps()), 0);
        nics.add(nic);
      }
      for (int plane = 1; plane <= planes; plane++) {
        String prefix = "p" + plane;
        List<Switch> own = add(builder, prefix + "leaf", leaves, LEAF_TIER, defaults);
        for (int i = 0; i < hosts; i++) {
          link(builder, nics.get(i), own.get(i / hostsPerLeaf), defaults);
        }
        List<Switch> above = add(builder, prefix + "spine", spines, SPINE_TIER, defaults);
        own.forEach(leaf -> above.forEach(spine -> link(builder, leaf, spine, defaults)));
      }
      return builder.build();
    }

    static Topology rails(String name, TopologyArguments arguments, LinkDefaults defaults) {
      int cards = arguments.get("cards");
      int servers = arguments.get("servers");
      TopologyBuilder builder = new TopologyBuilder(name);
      List<Switch> rails = add(builder, "rail", cards, 0, defaults);
      for (int i = 0; i < Math.multiplyExact(cards, servers); i++) {
        link(builder, builder.addHost(), rails.get(i % cards), defaults);
      }
      List<Switch> spines = add(builder, "spine", arguments.get("spines"), 1, defaults);
      rails.forEach(rail -> spines.forEach(spine -> link(builder, rail, spine, defaults)));
      return builder.build();
    }

    private static List<Switch> add(
        TopologyBuilder builder, String name, int number, int tier, LinkDefaults defaults) {
      return IntStream.rangeClosed(1, number)
          .mapToObj(i -> builder.addSwitch(name + i, tier, defaults.switchLatencyPs()))
          .toList();
    }

    private static void link(TopologyBuilder builder, Node a, Switch b, LinkDefaults defaults) {
      builder.link(a, b, defaults.rateBps(), defaults.linkLatencyPs());
    }
  }

  /** The topologies that Mininet's {@code --topo} knows, with its names for switches. */
  private static final class MininetTopologies {
    private MininetTopologies() {}

    static Topology single(String name, TopologyArguments arguments, LinkDefaults defaults) {
      return star(name, arguments.get("k", 2), defaults);
    }

    private static Topology star(String name, int hosts, LinkDefaults defaults) {
      Net net = new Net(name, defaults);
      Switch only = net.addSwitch(0);
      for (int i = 0; i < hosts; i++) {
        net.link(net.builder.addHost(), only);
      }
      return net.builder.build();
    }

    /** A row of k switches, each with n hosts. */
    static Topology linear(String name, TopologyArguments arguments, LinkDefaults defaults) {
      Net net = new Net(name, defaults);
      Switch last = null;
      for (int s = 0; s < arguments.get("k", 2); s++) {
        Switch next = net.addSwitch(0);
        for (int h = 0; h < arguments.get("n", 1); h++) {
          net.link(net.builder.addHost(), next);
        }
        if (last != null) {
          net.link(last, next);
        }
        last = next;
      }
      return net.builder.build();
    }

    /** Switches numbered depth first from the root, hosts below the deepest. */
    static Topology tree(String name, TopologyArguments arguments, LinkDefaults defaults) {
      Net net = new Net(name, defaults);
      int depth = arguments.get("depth", 1);
      int fanout = arguments.get("fanout", 2);
      if (Math.pow(fanout, depth) > 1 << 16) {
        throw arguments.error(
            fanout + " to the power of " + depth + " hosts are more than " + (1 << 16));
      }
      subtree(net, depth, fanout);
      return net.builder.build();
    }

    private static Node subtree(Net net, int depth, int fanout) {
      if (depth == 0) {
        return net.builder.addHost();
      }
      Switch root = net.addSwitch(depth - 1);
      for (int i = 0; i < fanout; i++) {
        net.link(subtree(net, depth - 1, fanout), root);
      }
      return root;
    }

    private static final class Net {
      final TopologyBuilder builder;
      private final LinkDefaults defaults;
      private int switches;

      Net(String name, LinkDefaults defaults) {
        builder = new TopologyBuilder(name);
        this.defaults = defaults;
      }

      Switch addSwitch(int tier) {
        switches++;
        return builder.addSwitch("s" + switches, tier, defaults.switchLatencyPs());
      }

      void link(Node a, Node b) {
        builder.link(a, b, defaults.rateBps(), defaults.linkLatencyPs());
      }
    }
  }

  /**
   * The numbers after a topology's name, by place or by {@code key=value} as Mininet takes them:
   * {@code tree,2,8} or {@code tree,depth=2,fanout=8}.
   */
  static final class TopologyArguments {
    private final String spec;
    private final Map<String, Integer> values = new HashMap<>();

    TopologyArguments(String spec, List<String> keys, List<String> arguments) {
      this.spec = spec;
      for (int i = 0; i < arguments.size(); i++) {
        String argument = arguments.get(i).strip();
        int equals = argument.indexOf('=');
        if (equals < 0 && i >= keys.size()) {
          throw error("too many numbers, it takes " + String.join(",", keys));
        }
        String key = equals < 0 ? keys.get(i) : argument.substring(0, equals).strip();
        if (!keys.contains(key)) {
          throw error("unknown key '" + key + "', " + NearNames.hint(key, keys));
        }
        if (values.put(key, number(key, argument.substring(equals + 1).strip())) != null) {
          throw error(key + " is given twice");
        }
      }
    }

    private int number(String key, String text) {
      return (int)
          Quantities.whole(text, 1, Integer.MAX_VALUE)
              .orElseThrow(
                  () -> error(key + " is " + text + ", must be a whole number of at least 1"));
    }

    int get(String key) {
      return find(key).orElseThrow(() -> error(key + " is missing"));
    }

    int get(String key, int otherwise) {
      return find(key).orElse(otherwise);
    }

    OptionalInt find(String key) {
      Integer value = values.get(key);
      return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }

    UserInputException error(String message) {
      return new UserInputException(spec + ": " + message);
    }
  }
}
