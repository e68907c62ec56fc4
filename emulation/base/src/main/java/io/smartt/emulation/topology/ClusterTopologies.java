package io.smartt.emulation.topology;

import java.util.ArrayList;
import java.util.List;

/**
 * Networks of clusters for training: several planes, and rails.
 *
 * <p>With several planes a network card has a port in each of equal, separate leaf-spine networks,
 * as in OCP's MRC 1.0 (8 ports of 100 Gbit/s, or 4 of 200). Here the card's choice of a port is a
 * switch of its own without latency, {@code nic1} for host {@code h1}: it spreads over its ports by
 * a packet's entropy as every switch does, so that a load balancer chooses plane and path at once.
 * The host's link to it has the rate of all ports together.
 *
 * <p>On rails, network card g of every server is behind switch g ({@code rail1} on), and spines
 * connect the rails. Each card is a host here: those of a server follow each other.
 */
final class ClusterTopologies {
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
    List<Switch> added = new ArrayList<>();
    for (int i = 1; i <= number; i++) {
      added.add(builder.addSwitch(name + i, tier, defaults.switchLatencyPs()));
    }
    return added;
  }

  private static void link(TopologyBuilder builder, Node a, Switch b, LinkDefaults defaults) {
    builder.link(a, b, defaults.rateBps(), defaults.linkLatencyPs());
  }
}
