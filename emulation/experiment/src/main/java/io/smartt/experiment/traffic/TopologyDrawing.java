package io.smartt.experiment.traffic;

import module java.base;

import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.SwitchPorts.PortPlan;
import io.smartt.experiment.report.TopologyView;

/** A topology as the report draws it. */
public final class TopologyDrawing {
  private TopologyDrawing() {}

  /** Draws a network alone. */
  public static TopologyView of(Topology topology) {
    return new TopologyView(nodes(topology), links(topology, Set.of()), List.of());
  }

  /** Draws the network of an experiment, with its failures and the limits of its data queues. */
  public static TopologyView of(ExperimentSpec spec, Topology topology) {
    Set<Link> failed =
        FailurePlan.of(spec, topology).failures().stream()
            .map(FailurePlan.PlannedFailure::link)
            .collect(Collectors.toSet());
    return new TopologyView(nodes(topology), links(topology, failed), limits(spec, topology));
  }

  private static List<TopologyView.Node> nodes(Topology topology) {
    List<TopologyView.Node> nodes = new ArrayList<>();
    topology
        .hosts()
        .forEach(host -> nodes.add(new TopologyView.Node(host.name(), TopologyView.Kind.HOST, 0)));
    topology
        .switches()
        .forEach(sw ->
            nodes.add(new TopologyView.Node(sw.name(), TopologyView.Kind.SWITCH, sw.tier() + 1)));
    return nodes;
  }

  private static List<TopologyView.Link> links(Topology topology, Set<Link> failed) {
    return topology.links().stream()
        .map(link ->
            new TopologyView.Link(
                link.a().node().name(),
                link.a().number(),
                link.b().node().name(),
                link.b().number(),
                link.rateBps(),
                link.latencyPs(),
                !topology.isUp(link)
                    ? TopologyView.Condition.DOWN
                    : failed.contains(link)
                        ? TopologyView.Condition.FAILED
                        : TopologyView.Condition.UP))
        .toList();
  }

  private static List<TopologyView.QueueLimits> limits(ExperimentSpec spec, Topology topology) {
    SwitchPorts ports = new SwitchPorts(spec, new PathProfiles(topology, spec.packets()));
    List<TopologyView.QueueLimits> limits = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      for (Adjacency port : topology.adjacencies(sw)) {
        List<PortPlan> plans = ports.plans(port);
        for (int queue = 0; queue < plans.size(); queue++) {
          PortPlan plan = plans.get(queue);
          limits.add(
              new TopologyView.QueueLimits(
                  sw.name(),
                  port.port(),
                  queue,
                  plan.red().kminBytes(),
                  plan.red().kmaxBytes(),
                  ports.queueBytes(port, queue, plan)));
        }
      }
    }
    return limits;
  }
}
