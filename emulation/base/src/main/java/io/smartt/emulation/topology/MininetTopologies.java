package io.smartt.emulation.topology;

/** The topologies that Mininet's {@code --topo} knows, with its names for switches. */
final class MininetTopologies {
  private MininetTopologies() {}

  static Topology minimal(String name, TopologyArguments arguments, LinkDefaults defaults) {
    return star(name, 2, defaults);
  }

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
