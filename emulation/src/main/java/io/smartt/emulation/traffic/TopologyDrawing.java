package io.smartt.emulation.traffic;

import io.smartt.emulation.report.TopologyView;
import io.smartt.emulation.topology.Topology;
import java.util.ArrayList;
import java.util.List;

/** A topology as the report draws it. */
public final class TopologyDrawing {
  private TopologyDrawing() {}

  public static TopologyView of(Topology topology) {
    List<TopologyView.Node> nodes = new ArrayList<>();
    topology
        .hosts()
        .forEach(host -> nodes.add(new TopologyView.Node(host.name(), TopologyView.Kind.HOST, 0)));
    topology
        .switches()
        .forEach(sw ->
            nodes.add(new TopologyView.Node(sw.name(), TopologyView.Kind.SWITCH, sw.tier() + 1)));
    List<TopologyView.Link> links =
        topology.links().stream()
            .map(link ->
                new TopologyView.Link(
                    link.a().node().name(),
                    link.a().number(),
                    link.b().node().name(),
                    link.b().number(),
                    link.rateBps(),
                    link.latencyPs()))
            .toList();
    return new TopologyView(nodes, links);
  }
}
