package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.settings.SchemesOfHosts;
import io.smartt.experiment.settings.TrafficClasses;
import io.smartt.experiment.settings.TrafficClasses.TrafficClass;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;
import io.smartt.workload.schedule.Job.PlacedJob;

/**
 * Groups of flows that have a congestion control or a traffic class of their own: by sender,
 * receiver, size or job. A flow is in one group of a kind at most.
 */
record FlowGroups(Workload workload, Topology network) {
  private static final String TO = "to-";
  private static final String SIZE = "size-";
  private static final String JOB = "job-";
  private static final String RANGE = "..";

  private record Group(String key, UnaryOperator<Flow> with, IntPredicate has) {}

  /**
   * A workload whose flows have the congestion controls and classes of their groups.
   *
   * @throws UserInputException for a group that has no flow, a flow in two groups, and schemes that
   *     cannot share a network
   */
  static Workload apply(ExperimentSpec spec, Workload workload, Topology network) {
    Map<String, CongestionControl> asked = SchemesOfHosts.ofGroups(spec.settings());
    if (!asked.isEmpty()) {
      SchemesOfHosts.all(spec.settings()).forEach(scheme -> HostSchemes.requireFit(spec, scheme));
    }
    FlowGroups reader = new FlowGroups(workload, network);
    List<Group> schemes = new ArrayList<>();
    asked.forEach((place, scheme) -> {
      String key = SchemesOfHosts.PREFIX + place;
      schemes.add(
          new Group(key, flow -> flow.withScheme(scheme.name()), reader.has(key, List.of(place))));
    });
    List<Group> classes = new ArrayList<>();
    for (TrafficClass own : TrafficClasses.of(spec.settings()).classes()) {
      Flow.FlowClass of = new Flow.FlowClass(own.name(), own.dscp());
      String key = own.key("flows");
      if (!own.isOfScheme()) {
        classes.add(new Group(key, flow -> flow.with(of), reader.has(key, own.flows())));
      }
    }
    return reader.with(classes, reader.with(schemes, workload));
  }

  private Workload with(List<Group> groups, Workload workload) {
    if (groups.isEmpty()) {
      return workload;
    }
    Set<Group> empty = new LinkedHashSet<>(groups);
    List<Flow> flows = new ArrayList<>();
    for (int i = 0; i < workload.flows().size(); i++) {
      Flow flow = workload.flows().get(i);
      Optional<Group> own = Optional.empty();
      for (Group group : groups) {
        if (group.has.test(i)) {
          if (own.isPresent()) {
            throw new UserInputException(
                "flow %d is in two groups: %s and %s"
                    .formatted(flow.id(), own.get().key, group.key));
          }
          own = Optional.of(group);
          empty.remove(group);
        }
      }
      flows.add(own.map(group -> group.with.apply(flow)).orElse(flow));
    }
    if (!empty.isEmpty()) {
      throw new UserInputException(
          empty.iterator().next().key + ": no flow of " + workload.name() + " is in this group");
    }
    return new Workload(
        workload.name(),
        workload.hosts(),
        flows,
        workload.triggers(),
        workload.failures(),
        workload.jobs());
  }

  /** Returns whether a flow is at one of some places, of which each may have parts. */
  private IntPredicate has(String key, List<String> places) {
    return places.stream()
        .map(place ->
            Stream.of(place.split("/", -1))
                .map(part -> part(key, part))
                .reduce(_ -> true, IntPredicate::and))
        .reduce(_ -> false, IntPredicate::or);
  }

  private IntPredicate part(String key, String part) {
    if (part.startsWith(TO)) {
      Set<Integer> hosts = hosts(key, part.substring(TO.length()));
      return flow -> hosts.contains(workload.flows().get(flow).dst());
    }
    if (part.startsWith(SIZE)) {
      return size(key, part.substring(SIZE.length()));
    }
    if (part.startsWith(JOB)) {
      Set<Integer> flows = flowsOfJob(key, part.substring(JOB.length()));
      return flows::contains;
    }
    Set<Integer> hosts = hosts(key, part);
    return flow -> hosts.contains(workload.flows().get(flow).src());
  }

  private Set<Integer> hosts(String key, String text) {
    return HostSchemes.named(key, text, network).stream()
        .map(Host::index)
        .collect(Collectors.toSet());
  }

  /** Returns the flows from the first size on, below the second. */
  private IntPredicate size(String key, String text) {
    int range = text.indexOf(RANGE);
    if (range < 0) {
      throw new UserInputException(
          key + ": write sizes as size-0..64KiB, or size-64KiB.. for more");
    }
    long from = bytes(key, text.substring(0, range));
    String end = text.substring(range + RANGE.length());
    long to = end.isEmpty() ? Long.MAX_VALUE : bytes(key, end);
    if (to <= from) {
      throw new UserInputException(key + ": the range must go up");
    }
    return flow -> {
      long bytes = workload.flows().get(flow).bytes();
      return bytes >= from && bytes < to;
    };
  }

  private static long bytes(String key, String text) {
    return UserInputException.at(key, () -> text.equals("0") ? 0 : Quantities.bytes(text));
  }

  private Set<Integer> flowsOfJob(String key, String name) {
    Set<Integer> flows = new HashSet<>();
    for (PlacedJob placed : workload.jobs()) {
      if (placed.job().name().equals(name)) {
        for (int op = 0; op < placed.job().schedule().size(); op++) {
          if (placed.flow(op) != PlacedJob.NONE) {
            flows.add(placed.flow(op));
          }
        }
        return flows;
      }
    }
    throw new UserInputException(
        "%s: there is no job '%s'%s"
            .formatted(
                key,
                name,
                workload.jobs().isEmpty()
                    ? ", " + workload.name() + " has none"
                    : "; jobs are "
                        + String.join(
                            ", ", workload.jobs().stream().map(one -> one.job().name()).toList())));
  }
}
