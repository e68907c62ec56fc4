package io.smartt.controller.forwarding;

import static java.util.Objects.requireNonNull;

import io.smartt.controller.forwarding.FabricModel.Attachment.HostPort;
import io.smartt.controller.forwarding.FabricModel.Attachment.SwitchPort;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Forwards on paper: by the plans alone, longest prefix first, along every equal-cost choice. */
final class PlanWalker {
  private final FabricModel model;
  private final List<Routes> switches = new ArrayList<>();
  private final Map<SwitchPort, FabricModel.Attachment> peers = new HashMap<>();

  private static final class Routes {
    private final List<TableEntry> routes = new ArrayList<>();
    private final Map<Integer, EntryTarget.ActionCall> members = new HashMap<>();
    private final Map<Integer, List<Integer>> groups = new HashMap<>();
  }

  PlanWalker(FabricModel model, List<DesiredState> plans) {
    this.model = model;
    plans.forEach(plan -> switches.add(routes(plan)));
    for (FabricModel.FabricLink link : model.links()) {
      add(link.a(), link.b());
      add(link.b(), link.a());
    }
  }

  private void add(FabricModel.Attachment from, FabricModel.Attachment to) {
    if (from instanceof SwitchPort port) {
      peers.put(port, to);
    }
  }

  private static Routes routes(DesiredState plan) {
    Routes routes = new Routes();
    for (P4Entity entity : plan.entities()) {
      switch (entity) {
        case P4Entity.Entry(TableEntry e) when e.table().equals("ingress.ipv4_lpm") ->
            routes.routes.add(e);
        case P4Entity.Member(_, int id, EntryTarget.ActionCall call) ->
            routes.members.put(id, call);
        case P4Entity.Group(_, int id, List<WeightedMember> members) ->
            routes.groups.put(id, members.stream().map(WeightedMember::memberId).toList());
        case P4Entity.Entry _, P4Entity.DefaultEntry _, P4Entity.Given _ -> {}
      }
    }
    return routes;
  }

  /** Ports that a switch may choose for a host, ascending; none: dropped. */
  List<Integer> ports(int switchIndex, int host) {
    Routes routes = switches.get(switchIndex);
    int address = model.hosts().get(host).ipv4();
    Optional<TableEntry> best = Optional.empty();
    int longest = -1;
    for (TableEntry entry : routes.routes) {
      int length = entry.key().getFirst() instanceof MatchValue.Lpm(_, int l) ? l : 0;
      int mask = length == 0 ? 0 : -1 << (32 - length);
      int value =
          entry.key().getFirst() instanceof MatchValue.Lpm(var bits, _)
              ? bits.value().intValue()
              : 0;
      if (length > longest && (address & mask) == value) {
        longest = length;
        best = Optional.of(entry);
      }
    }
    List<Integer> members =
        best.map(entry ->
                switch (entry.target()) {
                  case EntryTarget.Group(int id) -> requireNonNull(routes.groups.get(id));
                  case EntryTarget.Member(int id) -> List.of(id);
                  case EntryTarget.ActionCall call ->
                      throw new AssertionError("direct action " + call);
                })
            .orElse(List.of());
    Set<Integer> ports = new TreeSet<>();
    for (int member : members) {
      EntryTarget.ActionCall call = requireNonNull(routes.members.get(member));
      if (call.action().equals("ingress.to_port")) {
        int port = call.arguments().get(0).value().intValue();
        long mac =
            switch (requireNonNull(peers.get(new SwitchPort(switchIndex, port)))) {
              case HostPort(int h) -> model.hosts().get(h).mac();
              case SwitchPort(int s, _) -> model.switches().get(s).mac();
            };
        if (call.arguments().get(1).value().longValue() != mac) {
          throw new AssertionError("wrong MAC towards port " + port);
        }
        ports.add(port);
      }
    }
    return List.copyOf(ports);
  }

  /**
   * Hops from a switch to a host: the same along every choice, or it is an error. Empty: dropped.
   */
  Optional<Integer> hops(int switchIndex, int host, int budget) {
    if (budget == 0) {
      throw new AssertionError("loop towards host " + host);
    }
    Set<Optional<Integer>> lengths = new HashSet<>();
    for (int port : ports(switchIndex, host)) {
      switch (requireNonNull(peers.get(new SwitchPort(switchIndex, port)))) {
        case HostPort(int h) -> {
          if (h != host) {
            throw new AssertionError("packet for host " + host + " reached host " + h);
          }
          lengths.add(Optional.of(1));
        }
        case SwitchPort(int next, _) ->
            lengths.add(hops(next, host, budget - 1).map(rest -> rest + 1));
      }
    }
    if (lengths.size() > 1) {
      throw new AssertionError("paths of " + lengths + " hops to host " + host);
    }
    return lengths.stream().findFirst().flatMap(length -> length);
  }
}
