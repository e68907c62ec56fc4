package io.smartt.testbed.probe;

import module java.base;

import io.smartt.base.concurrent.Workers;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.SwitchPorts.PortPlan;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.host.agent.v1.ProbeRequest;
import io.smartt.host.agent.v1.ProbeResponse;
import io.smartt.host.packetio.KernelClock;
import io.smartt.realtime.AttachedHost;

/**
 * Fills the queue of each port towards a host with packets of other hosts, some tens a port, and
 * compares what becomes of them with the experiment's plan. Ports between switches are not probed:
 * no host can fill one of several equal paths alone. What differs is probed again, since a server
 * that was late looks like a switch that is.
 */
public final class QueueProbe {
  private static final int TRIES = 3;
  private static final int MOST_SENDERS = 4;
  private static final int LEAST_SENDERS = 2;
  private static final long LEAD_NS = 300_000_000L;
  private static final long PS_PER_NS = 1_000;

  private final ExperimentSpec spec;
  private final Topology topology;
  private final SwitchPorts ports;
  private final long oneWayNs;
  private int probes;

  /** Creates the probe of an experiment's network. */
  public QueueProbe(ExperimentSpec spec, Topology topology) {
    this.spec = spec;
    this.topology = topology;
    PathProfiles paths = new PathProfiles(topology, spec.packets());
    ports = new SwitchPorts(spec, paths);
    oneWayNs = paths.longest().baseRttPs() / PS_PER_NS / 2;
  }

  /**
   * Returns what was seen at the port of each host.
   *
   * @param attached by host, without an experiment
   * @throws io.smartt.base.failure.RunFailedException if an agent refuses or goes
   */
  public Map<Host, List<Observation>> observe(List<AttachedHost> attached) {
    Map<Host, List<Observation>> seen = new LinkedHashMap<>();
    topology.hosts().forEach(host -> seen.put(host, List.of()));
    List<List<Host>> rounds = rounds();
    for (int tries = 0; tries < TRIES; tries++) {
      for (List<Host> round : rounds) {
        List<Host> open =
            round.stream().filter(host -> !isSettled(seen.getOrDefault(host, List.of()))).toList();
        if (!open.isEmpty()) {
          seen.putAll(observe(open, attached));
        }
      }
    }
    return seen;
  }

  private static boolean isSettled(List<Observation> seen) {
    return !seen.isEmpty()
        && seen.stream().noneMatch(one -> one.outcome() == Observation.Outcome.DIFFERENT);
  }

  /** Ports that do not disturb each other: one of each switch, where it has senders enough. */
  private List<List<Host>> rounds() {
    Map<Switch, List<Host>> bySwitch = new LinkedHashMap<>();
    for (Host host : topology.hosts()) {
      bySwitch.computeIfAbsent(topology.accessSwitch(host), _ -> new ArrayList<>()).add(host);
    }
    if (bySwitch.values().stream().anyMatch(hosts -> hosts.size() <= LEAST_SENDERS)) {
      return topology.hosts().stream().map(List::of).toList();
    }
    List<List<Host>> rounds = new ArrayList<>();
    for (List<Host> hosts : bySwitch.values()) {
      for (int i = 0; i < hosts.size(); i++) {
        if (rounds.size() == i) {
          rounds.add(new ArrayList<>());
        }
        rounds.get(i).add(hosts.get(i));
      }
    }
    return rounds;
  }

  private Map<Host, List<Observation>> observe(List<Host> hosts, List<AttachedHost> attached) {
    Map<Host, List<Observation>> seen = new ConcurrentHashMap<>();
    List<ProbeFrames.ProbeTarget> targets = hosts.stream().map(this::target).toList();
    long startNs = KernelClock.unixNs() + LEAD_NS;
    probes += targets.size();
    int first = probes;
    Workers.forEach(
        targets,
        targets.size(),
        target ->
            seen.put(
                target.host(),
                observe(target, attached, startNs, first + targets.indexOf(target))));
    return seen;
  }

  private List<Observation> observe(
      ProbeFrames.ProbeTarget target, List<AttachedHost> attached, long startNs, int id) {
    ProbeFrames frames = new ProbeFrames(target, oneWayNs);
    List<Host> hosts = new ArrayList<>(target.senders());
    hosts.add(target.host());
    Map<Host, ProbeResponse> answers = new ConcurrentHashMap<>();
    Workers.forEach(
        hosts,
        hosts.size(),
        host -> {
          AttachedHost at = attached.get(host.index());
          ProbeRequest.Builder request =
              ProbeRequest.newBuilder()
                  .setIpv4(host.ipv4())
                  .setMac(at.mac())
                  .setProbeId(id)
                  .setLinkBps(topology.access(host).link().rateBps())
                  .setStartUnixNs(startNs + at.clockOffsetNs())
                  .setListenMs(frames.listenMs());
          int sender = target.senders().indexOf(host);
          if (sender >= 0) {
            request.addAllFrames(frames.of(sender, at.gatewayMac()));
          }
          answers.put(host, at.agent().probe(request.build()));
        });
    return ProbeReading.of(target, answers);
  }

  /** Returns the target with senders at the same switch, so that no other queue fills. */
  private ProbeFrames.ProbeTarget target(Host host) {
    Switch own = topology.accessSwitch(host);
    List<Host> senders = new ArrayList<>();
    for (Host other : topology.hosts()) {
      if (!other.equals(host) && topology.accessSwitch(other).equals(own)) {
        senders.add(other);
      }
    }
    for (Host other : topology.hosts()) {
      if (senders.size() < LEAST_SENDERS && !other.equals(host) && !senders.contains(other)) {
        senders.add(other);
      }
    }
    Adjacency way =
        topology.adjacencies(own).stream()
            .filter(port -> port.peer().node().equals(host))
            .findFirst()
            .orElseThrow();
    PortPlan port = ports.plan(way);
    return new ProbeFrames.ProbeTarget(
        host,
        senders.subList(0, Math.min(senders.size(), MOST_SENDERS)),
        way.link().rateBps(),
        port,
        spec.lossless() ? Long.MAX_VALUE : ports.queueBytes(way, 0, port),
        spec.packets().mtuBytes(),
        spec.trimming() != Trimming.OFF);
  }

  /**
   * The facts that a probe saw of the queue at a port.
   *
   * @param what marks, trims or control
   * @param found measured
   * @param wanted expected
   */
  public record Observation(String what, Outcome outcome, String found, String wanted) {
    /** The outcome of the comparison with what was expected. */
    public enum Outcome {
      /** The outcome of what is as expected, within what the probe can tell. */
      AS_EXPECTED,
      /** Something else. */
      DIFFERENT,
      /** The probe's packets did not bring it about. */
      NOT_OBSERVED
    }
  }
}
