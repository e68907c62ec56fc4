package io.smartt.experiment;

import module java.base;

import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.experiment.settings.PfcSettings;
import io.smartt.experiment.settings.SchemeSettings;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.RedMarking;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.TrafficManager.PauseThresholds;

/** The queues of every switch port of an experiment, as switches and as their controller see it. */
public final class SwitchPorts {
  private final ExperimentSpec spec;
  private final PathProfiles paths;
  private final Optional<PfcSettings> pfc;
  private final Optional<RedMarking> marking;

  /** Creates the ports of an experiment on a network with these paths. */
  public SwitchPorts(ExperimentSpec spec, PathProfiles paths) {
    this.spec = spec;
    this.paths = paths;
    // Read once, not for each port: reading looks at all settings of a record.
    pfc = spec.lossless() ? Optional.of(SettingKeys.PFC.read(spec.settings())) : Optional.empty();
    marking =
        spec.scheme().marking().map(scheme -> scheme.apply(new SchemeSettings(spec.settings())));
  }

  /** Returns the budget of a port by the rate of its link. */
  public PortPlan plan(Adjacency port) {
    long rateBps = port.rateBps();
    PortPlan plan = PortPlan.of(spec.queue(), spec.packets(), rateBps, paths.longest().baseRttPs());
    if (isLastHop(port) && !spec.settings().get(SettingKeys.LAST_HOP_MARKS)) {
      return plan.unmarked();
    }
    return marking
        .map(red ->
            plan.marking(red.at(Math.round((double) rateBps * spec.dilation())), spec.packets()))
        .orElse(plan);
  }

  /** Returns the port's queues for the traffic manager, lowest priority first. */
  public List<QueueConfig> queues(Adjacency port) {
    List<QueueConfig> queues =
        pfc.isPresent()
            ? PortPlan.losslessQueues()
            : plan(port).queues(spec.trimming(), spec.trimBytes(), dscp().trimmed(isLastHop(port)));
    return switch (spec.settings().get(SettingKeys.MARKS_AT)) {
      case DEQUEUE -> queues;
      case ENQUEUE ->
          queues.stream().map(queue -> queue.with(QueueConfig.DepthSeen.AT_ENQUEUE)).toList();
    };
  }

  /** The code points that switches give packets. */
  public DscpPlan dscp() {
    return spec.settings().get(SettingKeys.LAST_HOP_TRIMS)
        ? DscpPlan.LAST_HOP_APART
        : DscpPlan.DEFAULT;
  }

  private static boolean isLastHop(Adjacency port) {
    return port.peer().node() instanceof Host;
  }

  /** Returns when the peer of a port is to pause its data (802.1Qbb); empty for never. */
  public Optional<PauseThresholds> pauses(Adjacency port) {
    return pfc.map(settings ->
        settings.thresholds(
            port.link(),
            Bdp.bytes(paths.longest().baseRttPs(), port.arrivingBps()),
            spec.packets().mtuBytes()));
  }

  /** Returns the port's AQM settings for the controller. */
  public FabricModel.AqmSettings settings(Adjacency port) {
    return FabricModels.settings(plan(port), spec.trimming(), spec.trimBytes());
  }

  /** Returns the network as its controller sees it. */
  public FabricModel model(Topology topology) {
    return FabricModels.of(topology, this::plan, spec.trimming(), spec.trimBytes(), dscp());
  }
}
