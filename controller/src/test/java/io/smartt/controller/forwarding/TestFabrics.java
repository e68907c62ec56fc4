package io.smartt.controller.forwarding;

import io.smartt.controller.forwarding.FabricModel.AqmSettings;
import io.smartt.controller.forwarding.FabricModel.AqmSettings.Depths;
import io.smartt.controller.forwarding.FabricModel.Attachment.HostPort;
import io.smartt.controller.forwarding.FabricModel.Attachment.SwitchPort;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Networks to plan for. Host i is 10.0.0.1 + i, MAC 02:00:00:00:00:00 + i + 1. */
final class TestFabrics {
  static final AqmSettings QUEUE =
      new AqmSettings(new Depths(100, 20, 80), new Depths(400_000, 80_000, 320_000), 64, true, 1);

  private final List<FabricModel.FabricSwitch> switches = new ArrayList<>();
  private final List<FabricModel.FabricHost> hosts = new ArrayList<>();
  private final List<FabricModel.FabricLink> links = new ArrayList<>();
  private final List<Integer> nextPort = new ArrayList<>();

  int addSwitch(String name) {
    switches.add(new FabricModel.FabricSwitch(switches.size() + 1, name, 0, List.of()));
    nextPort.add(0);
    return switches.size() - 1;
  }

  void addHost(int switchIndex) {
    int i = hosts.size();
    hosts.add(new FabricModel.FabricHost("h" + i, 0x0a000001 + i, 0x020000000001L + i));
    links.add(new FabricModel.FabricLink(port(switchIndex), new HostPort(i), 0, 0));
  }

  void link(int a, int b) {
    links.add(new FabricModel.FabricLink(port(a), port(b), 0, 0));
  }

  private SwitchPort port(int switchIndex) {
    int port = nextPort.get(switchIndex);
    nextPort.set(switchIndex, port + 1);
    return new SwitchPort(switchIndex, port);
  }

  FabricModel model() {
    Map<SwitchPort, List<AqmSettings>> queues = new HashMap<>();
    for (int s = 0; s < switches.size(); s++) {
      for (int p = 0; p < nextPort.get(s); p++) {
        queues.put(new SwitchPort(s, p), List.of(QUEUE));
      }
    }
    return new FabricModel(switches, hosts, links, queues, DscpPlan.DEFAULT);
  }

  /** Leaves are switches 0 to leaves - 1: hosts on the low ports, then spines. */
  static FabricModel leafSpine(int leaves, int spines, int hostsPerLeaf) {
    TestFabrics fabric = new TestFabrics();
    for (int leaf = 0; leaf < leaves; leaf++) {
      int index = fabric.addSwitch("leaf" + leaf);
      for (int h = 0; h < hostsPerLeaf; h++) {
        fabric.addHost(index);
      }
    }
    for (int spine = 0; spine < spines; spine++) {
      int index = fabric.addSwitch("spine" + spine);
      for (int leaf = 0; leaf < leaves; leaf++) {
        fabric.link(leaf, index);
      }
    }
    return fabric.model();
  }

  /** Returns a network without one of its links. */
  static FabricModel without(FabricModel model, FabricModel.FabricLink failed) {
    return new FabricModel(
        model.switches(),
        model.hosts(),
        model.links().stream().filter(link -> !link.equals(failed)).toList(),
        model.queues(),
        model.dscp());
  }

  /** k pods of k/2 edge and k/2 aggregation switches, (k/2)^2 core switches, k^3/4 hosts. */
  static FabricModel fatTree(int k) {
    int half = k / 2;
    TestFabrics fabric = new TestFabrics();
    List<Integer> cores = new ArrayList<>();
    for (int core = 0; core < half * half; core++) {
      cores.add(fabric.addSwitch("core" + core));
    }
    for (int pod = 0; pod < k; pod++) {
      List<Integer> edges = new ArrayList<>();
      for (int e = 0; e < half; e++) {
        int edge = fabric.addSwitch("edge" + pod + "." + e);
        edges.add(edge);
        for (int h = 0; h < half; h++) {
          fabric.addHost(edge);
        }
      }
      for (int a = 0; a < half; a++) {
        int aggregation = fabric.addSwitch("agg" + pod + "." + a);
        edges.forEach(edge -> fabric.link(edge, aggregation));
        for (int c = 0; c < half; c++) {
          fabric.link(aggregation, cores.get(a * half + c));
        }
      }
    }
    return fabric.model();
  }
}
