package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.RunIdentity;
import io.smartt.experiment.settings.SchemesOfHosts;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;

/**
 * The congestion control of each host of a network, where not all have the same. A flow has that of
 * its sender. Switches are set up for the experiment's {@code scheme}.
 *
 * @param most what hosts have that no key names
 * @param others by host
 */
public record HostSchemes(CongestionControl most, Map<Host, CongestionControl> others) {
  private static final Pattern RANGE = Pattern.compile("(.*?)(\\d+)\\.\\.(.*?)(\\d+)");

  /** Copies the map. */
  public HostSchemes {
    others = Map.copyOf(others);
  }

  /**
   * Returns the schemes of an experiment.
   *
   * @throws UserInputException for hosts that are not there or have two, and for schemes that
   *     cannot share a network
   */
  public static HostSchemes of(ExperimentSpec spec, Topology network) {
    Map<String, CongestionControl> byHosts = SchemesOfHosts.of(spec.settings());
    if (byHosts.isEmpty()) {
      return new HostSchemes(spec.scheme(), Map.of());
    }
    Map<Host, CongestionControl> others = new HashMap<>();
    SchemesOfHosts.all(spec.settings()).forEach(scheme -> requireFit(spec, scheme));
    byHosts.forEach((place, scheme) -> {
      String key = SchemesOfHosts.PREFIX + place;
      for (Host host : named(key, place, network)) {
        if (others.put(host, scheme) != null) {
          throw new UserInputException(
              key + ": host " + host.name() + " has a scheme by another key too");
        }
      }
    });
    return new HostSchemes(spec.scheme(), others);
  }

  /** The hosts of {@code h1} or {@code h1..h8}. */
  static List<Host> named(String key, String text, Topology network) {
    List<Host> hosts = new ArrayList<>();
    for (String name : names(key, text)) {
      if (!(network.node(name).orElse(null) instanceof Host host)) {
        throw new UserInputException(
            "%s: there is no host '%s'; hosts are %s to %s"
                .formatted(
                    key,
                    name,
                    network.hosts().getFirst().name(),
                    network.hosts().getLast().name()));
      }
      hosts.add(host);
    }
    return hosts;
  }

  private static List<String> names(String key, String hosts) {
    Matcher range = RANGE.matcher(hosts);
    if (!range.matches()) {
      return List.of(hosts);
    }
    String prefix = range.group(1);
    if (!prefix.equals(range.group(3))
        || range.group(2).length() > 7
        || range.group(4).length() > 7) {
      throw new UserInputException(key + ": write hosts as scheme.h1..h8");
    }
    int from = Integer.parseInt(range.group(2));
    int to = Integer.parseInt(range.group(4));
    if (to < from) {
      throw new UserInputException(key + ": the range must go up");
    }
    return IntStream.rangeClosed(from, to).mapToObj(i -> prefix + i).toList();
  }

  static void requireFit(ExperimentSpec spec, CongestionControl scheme) {
    if (scheme.lossless() && !spec.lossless()) {
      throw new UserInputException(
          "scheme '"
              + scheme.name()
              + "' needs switches that pause their peers; with it as 'scheme', or pfc.use=on, all"
              + " hosts have them");
    }
    if (scheme.receiver().isPresent()) {
      throw new UserInputException(
          "scheme '"
              + scheme.name()
              + "' needs receivers of its own, so all hosts have it or none");
    }
  }

  public CongestionControl of(Host host) {
    return others.getOrDefault(host, most);
  }

  /** Returns what a report says was run where these hosts carry this traffic. */
  public RunIdentity identity(ExperimentSpec spec, Workload traffic) {
    return new RunIdentity(
        spec.name(),
        spec.fabric(),
        spec.topology().name(),
        traffic.name(),
        new RunIdentity.RunTransport(
            most.name(),
            spec.loadBalancer().name(),
            spec.trimming().spelling(),
            spec.constants().spelling()),
        spec.seed(),
        spec.dilation(),
        new RunIdentity.Own(
            names(),
            byFlow(traffic, Flow::scheme),
            byFlow(traffic, flow -> flow.trafficClass().map(Flow.FlowClass::name))),
        SpecOrigin.of(spec));
  }

  private static Map<Integer, String> byFlow(
      Workload workload, Function<Flow, Optional<String>> of) {
    Map<Integer, String> names = new HashMap<>();
    workload.flows().forEach(flow -> of.apply(flow).ifPresent(name -> names.put(flow.id(), name)));
    return names;
  }

  /** The names of what hosts have that a key names, by the name of the host. */
  public Map<String, String> names() {
    Map<String, String> names = new HashMap<>();
    others.forEach((host, scheme) -> names.put(host.name(), scheme.name()));
    return names;
  }
}
