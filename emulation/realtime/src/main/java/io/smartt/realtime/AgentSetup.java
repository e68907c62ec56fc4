package io.smartt.realtime;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.base.concurrent.Workers;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.AgentEndpoints;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.HostSetup;
import io.smartt.host.agent.daemon.EndpointRequest;
import io.smartt.host.agent.v1.ConfigureRequest;
import io.smartt.host.agent.v1.OwnAlgorithm;

/** Begins and ends an experiment at the agents of all hosts at once. */
record AgentSetup(ExperimentSpec spec, Topology topology, HostSetup hosts) {
  /**
   * Begins an experiment, which ends when nobody watches it any more.
   *
   * @param attached by host
   * @param epochNs when its time is 0, by this machine's clock; 0: now
   * @throws RunFailedException with what an agent says against it
   */
  void configure(List<AttachedHost> attached, long epochNs) {
    SplittableRandom random = new SplittableRandom(spec.seed());
    List<OwnAlgorithm> algorithms =
        AgentEndpoints.algorithmsOf(spec).stream().map(AgentSetup::message).toList();
    List<Runnable> tasks = new ArrayList<>();
    for (Host host : topology.hosts()) {
      AttachedHost at = attached.get(host.index());
      ConfigureRequest request =
          ConfigureRequest.newBuilder()
              .setIpv4(host.ipv4())
              .setMac(at.mac())
              .setLinkBps(topology.access(host).link().rateBps())
              .setNetworkRttPs(hosts.networkRttPs())
              .setSeed(random.nextLong())
              .setEpochUnixNs(epochNs == 0 ? 0 : epochNs + at.clockOffsetNs())
              .setEndUnwatched(true)
              .putAllSettings(AgentEndpoints.settingsOf(spec, hosts.schemes().of(host)))
              .addAllOwnAlgorithms(algorithms)
              .build();
      tasks.add(() -> at.agent().configure(request));
    }
    Workers.forEach(tasks, tasks.size(), Runnable::run);
  }

  private static OwnAlgorithm message(EndpointRequest.Algorithm algorithm) {
    OwnAlgorithm.Builder message =
        OwnAlgorithm.newBuilder().setRole(algorithm.role()).setFile(algorithm.classes().file());
    algorithm
        .classes()
        .byName()
        .forEach((name, file) -> message.putClasses(name, ByteString.copyFrom(file)));
    return message.build();
  }

  /** Ends the experiment of the agents that still answer. */
  void stop(List<AttachedHost> attached) {
    forEach(attached, AgentSetup::stop);
  }

  private static void stop(AttachedHost host) {
    try {
      host.agent().stop();
    } catch (RunFailedException e) {
      // The agent is gone, which was reported, or it will notice that nobody watches.
    }
  }

  /** Runs a task for each host, in parallel. */
  static void forEach(List<AttachedHost> attached, Consumer<AttachedHost> task) {
    Workers.forEach(attached, attached.size(), task);
  }
}
