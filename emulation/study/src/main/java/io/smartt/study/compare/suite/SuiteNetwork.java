package io.smartt.study.compare.suite;

import module java.base;

import io.smartt.base.input.InputFile;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.TopoFile;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.settings.SettingKeys;

/**
 * The network of an experiment: that of a file, or the fat tree of a number of hosts, links alike
 * (uet-htsim, revision 40ccb05, fat_tree_topology.cpp:438-505).
 *
 * @param topology the network, no link degraded
 * @param settings that name it
 */
record SuiteNetwork(Topology topology, Map<String, String> settings) {

  /**
   * Builds the network.
   *
   * @param hosts of the matrix
   * @param folder that the name of a file counts from
   */
  static SuiteNetwork of(HtsimOptions.Network asked, int hosts, Path folder) {
    if (asked.nodes().isPresent() && asked.nodes().getAsInt() != hosts) {
      throw new UserInputException(
          "-nodes " + asked.nodes().getAsInt() + ", but the matrix has " + hosts);
    }
    SuiteNetwork network =
        asked
            .topology()
            .map(name -> ofFile(folder.resolve(name)))
            .orElseGet(() -> fatTree(asked, hosts));
    Topology built = network.topology;
    long hostBps = built.access(built.host(0)).rateBps();
    if (hostBps != asked.linkBps()) {
      throw new UserInputException(
          "-linkspeed is %s, but links of hosts have %s: only the simulator's cards can be slower than their links"
              .formatted(
                  Quantities.formatBitsPerSecond(asked.linkBps()),
                  Quantities.formatBitsPerSecond(hostBps)));
    }
    return network;
  }

  /** Returns how much faster all hosts' links are together than those of the highest switches. */
  double oversubscription() {
    int top = topology.switches().stream().mapToInt(Switch::tier).max().orElse(0);
    double core = 0;
    for (Switch sw : topology.switches()) {
      if (sw.tier() == top) {
        core += topology.adjacencies(sw).stream().mapToLong(port -> port.link().rateBps()).sum();
      }
    }
    return topology.hosts().stream().mapToLong(host -> topology.access(host).link().rateBps()).sum()
        / core;
  }

  private static SuiteNetwork ofFile(Path file) {
    return new SuiteNetwork(
        TopoFile.parse(String.valueOf(file.getFileName()), InputFile.text(file)),
        Map.of(SettingKeys.TOPOLOGY.name(), file.toString()));
  }

  private static SuiteNetwork fatTree(HtsimOptions.Network asked, int hosts) {
    String name = "fattree," + radix(hosts, asked.tiers()) + ",tiers=" + asked.tiers();
    Topology topology =
        Topologies.named(name, new LinkDefaults(asked.linkBps(), asked.hopPs(), asked.switchPs()));
    return new SuiteNetwork(
        topology,
        Map.of(
            SettingKeys.TOPOLOGY.name(), name,
            SettingKeys.LINK_RATE.name(), Quantities.formatBitsPerSecond(asked.linkBps()),
            SettingKeys.LINK_LATENCY.name(), Quantities.formatPicoseconds(asked.hopPs()),
            SettingKeys.SWITCH_LATENCY.name(), Quantities.formatPicoseconds(asked.switchPs())));
  }

  private static int radix(int hosts, int tiers) {
    int k = 0;
    while (places(k, tiers) < hosts) {
      k++;
    }
    if (places(k, tiers) != hosts || k % 2 != 0) {
      throw new UserInputException(hosts + " hosts make no fat tree of " + tiers + " tiers");
    }
    return k;
  }

  private static int places(int k, int tiers) {
    return tiers == 3 ? k * k * k / 4 : k * k / 2;
  }
}
