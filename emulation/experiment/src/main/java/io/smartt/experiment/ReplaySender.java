package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.controller.address.Ipv4;
import io.smartt.experiment.settings.SchemesOfHosts;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.trace.analysis.TraceAnalysis.RetransmissionTimes;
import io.smartt.host.congestion.CongestionController;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.transport.ReliabilitySettings;
import io.smartt.host.transport.ReliabilitySettings.Delivery;
import io.smartt.host.transport.TransportSettings;
import io.smartt.workload.FailedLinks;

/** A model of an experiment's senders, for replaying their traces without a run. */
public final class ReplaySender {
  private final ExperimentSpec spec;
  private final Topology topology;
  private final PathProfiles paths;
  private final CongestionScheme scheme;
  private final TransportSettings transport;
  private final Map<Integer, Host> byAddress = new HashMap<>();

  /**
   * Makes the model of an experiment's senders.
   *
   * @throws UserInputException for one that cannot be, or whose senders learn more than a trace has
   */
  public ReplaySender(ExperimentSpec spec) {
    this.spec = spec;
    Settings settings = spec.settings();
    ReliabilitySettings reliability = SettingKeys.TRANSPORT.read(settings);
    Topology named = spec.buildTopology();
    topology = FailedLinks.apply(spec.buildWorkload(named), named);
    paths = new PathProfiles(topology, spec.packets());
    scheme =
        HostSetup.controlOf(spec.scheme(), HostSetup.contextOf(spec, paths.longest().baseRttPs()));
    transport =
        TransportSettings.DEFAULT
            .withReliability(reliability)
            .withNetworkRtt(paths.longest().baseRttPs());
    Map<String, Boolean> unknown = new LinkedHashMap<>();
    unknown.put("scheme.HOST", !SchemesOfHosts.of(settings).isEmpty());
    unknown.put("scheme.GROUP", !SchemesOfHosts.ofGroups(settings).isEmpty());
    unknown.put("transport.signals", !spec.scheme().signals().isEmpty());
    unknown.put("transport.service-time", reliability.serviceTime());
    unknown.put("transport.delivery=rod", reliability.delivery() == Delivery.ROD);
    unknown.put("intake.rate", SettingKeys.INTAKE.read(settings).isLimited());
    PathProfiles.PathProfile any = paths.longest();
    var made = scheme.controller(any.baseRttPs(), any.bottleneckBps(), mtuBytes());
    unknown.put("paths of its own", made.paths().isPresent());
    unknown.values().removeIf(is -> !is);
    if (!unknown.isEmpty()) {
      throw new UserInputException(
          "scheme '%s' with %s: a rerun knows ACKs, trims and timeouts of one scheme; compare runs"
              .formatted(scheme(), String.join(", ", unknown.keySet())));
    }
    topology.hosts().forEach(host -> byAddress.put(host.ipv4(), host));
  }

  /** An experiment with some of its settings changed, each as {@code key=value}. */
  public static ExperimentSpec changed(ExperimentSpec spec, List<String> assignments) {
    Settings changes = spec.settings().catalog().defaults().withFirstAssignments(assignments);
    Settings settings = spec.settings().changedBy(changes);
    List<String> overrides = new ArrayList<>(spec.overrides());
    overrides.addAll(assignments);
    return spec.withSettings(settings).withOverrides(overrides);
  }

  /** The name of its congestion control, with settings that are not the standard ones. */
  public String scheme() {
    return spec.scheme().name();
  }

  /** Longest frame. */
  public int mtuBytes() {
    return spec.packets().mtuBytes();
  }

  /** A controller in its initial state for a connection between two addresses. */
  public CongestionController controller(int source, int destination) {
    PathProfiles.PathProfile path = path(source, destination);
    return scheme.controller(path.baseRttPs(), path.bottleneckBps(), spec.packets().mtuBytes());
  }

  /** Returns when the sender of such a connection gives up waiting for an answer. */
  public RetransmissionTimes times(int source, int destination) {
    return new RetransmissionTimes(
        transport.timeoutPs(path(source, destination).baseRttPs()),
        transport.reliability().maxBackoff());
  }

  private PathProfiles.PathProfile path(int source, int destination) {
    return paths.between(host(source), host(destination));
  }

  private Host host(int ipv4) {
    Host host = byAddress.get(ipv4);
    if (host == null) {
      throw new UserInputException(
          "the trace has a connection of %s, which is no host of topology %s"
              .formatted(new Ipv4(ipv4), topology.name()));
    }
    return host;
  }
}
