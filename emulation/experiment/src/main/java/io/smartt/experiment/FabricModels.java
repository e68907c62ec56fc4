package io.smartt.experiment;

import module java.base;

import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.FabricModel.AqmSettings;
import io.smartt.controller.forwarding.FabricModel.Attachment;
import io.smartt.experiment.SwitchPorts.PortPlan;
import io.smartt.experiment.settings.QueueSettings.Trimming;

/** A topology as the controller wants it. */
public final class FabricModels {
  private FabricModels() {}

  /**
   * Returns the model of a network whose ports have the planned queues.
   *
   * @param plans the queues of each switch port
   * @param trimBytes what a packet keeps that the P4 program trims
   * @param dscp code points that switches give packets
   */
  public static FabricModel of(
      Topology topology,
      Function<Adjacency, PortPlan> plans,
      Trimming trimming,
      int trimBytes,
      FabricModel.DscpPlan dscp) {
    Map<Attachment.SwitchPort, AqmSettings> queues = new HashMap<>();
    for (Switch sw : topology.switches()) {
      for (Adjacency port : topology.adjacencies(sw)) {
        queues.put(
            new Attachment.SwitchPort(sw.id() - 1, port.port()),
            settings(plans.apply(port), trimming, trimBytes));
      }
    }
    return new FabricModel(
        topology.switches().stream()
            .map(sw -> new FabricModel.FabricSwitch(sw.id(), sw.name(), sw.id()))
            .toList(),
        topology.hosts().stream()
            .map(host -> new FabricModel.FabricHost(host.name(), host.ipv4(), host.mac()))
            .toList(),
        topology.links().stream()
            .filter(topology::isUp)
            .map(link -> new FabricModel.FabricLink(endpoint(link.a()), endpoint(link.b())))
            .toList(),
        queues,
        dscp);
  }

  /** The queues of a port. */
  static AqmSettings settings(PortPlan plan, Trimming trimming, int trimBytes) {
    // The program compares depths of 19 bits: a queue that is deeper never fills.
    return new AqmSettings(
        Math.min(AqmSettings.NEVER_PACKETS, plan.dataPackets()),
        Math.min(AqmSettings.NEVER_PACKETS, plan.red().kminPackets()),
        Math.min(AqmSettings.NEVER_PACKETS, plan.red().kmaxPackets()),
        trimBytes,
        trimming == Trimming.P4,
        plan.red().pmax());
  }

  private static Attachment endpoint(Port port) {
    return switch (port.node()) {
      case Host host -> new Attachment.HostPort(host.index());
      case Switch sw -> new Attachment.SwitchPort(sw.id() - 1, port.number());
    };
  }
}
