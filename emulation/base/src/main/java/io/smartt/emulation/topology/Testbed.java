package io.smartt.emulation.topology;

/**
 * The paper's testbed (Sec. "Hardware Evaluation"): two Trident 4 boxes, split by VRF (virtual
 * routing and forwarding) into 4 top-of-rack and 4 spine switches, each with a routing table of its
 * own, 4 hosts a top-of-rack switch; DAC cables between the VRFs. The paper does not say which VRF
 * is in which box; here the first has the leaves and the second the spines, so that each cable
 * between switches goes from box to box.
 */
final class Testbed {
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
