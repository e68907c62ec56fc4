package io.smartt.virtual;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.Simulation;
import java.util.List;

/**
 * A network in virtual time before its links and switches are there: hosts are made for it first.
 *
 * @param partitioning of the topology in the simulation
 * @param numbers of the packets that nodes make
 */
record VirtualNetwork(
    Simulation simulation, Topology topology, Partitioning partitioning, PacketNumbers numbers) {
  /**
   * The first number of events that are no link's. The order in which nodes are made, and how they
   * share event queues, changes none.
   */
  private static final int BEHIND_LINKS = 1 << 30;

  VirtualNetwork(Simulation simulation, Topology topology, Partitioning partitioning) {
    this(simulation, topology, partitioning, new PacketNumbers(topology));
  }

  /** Returns a network in which everything happens in the order of time, on one thread. */
  static VirtualNetwork inOrderOfTime(Topology topology, long seed, double dilation) {
    Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, seed, dilation);
    return new VirtualNetwork(
        simulation, topology, Partitioning.inOrderOfTime(simulation, topology));
  }

  /** Returns where a host's events are. */
  EventQueue queue(Host host) {
    return partitioning.of(host);
  }

  /** Returns the timer of the hosts that start flows together, of which this is the first. */
  HostTimer startTimer(Host first) {
    return new HostTimer(queue(first), BEHIND_LINKS + first.index());
  }

  /** Returns the number of the event at which a host's transport looks at its deadlines. */
  int numberOfDeadlines(Host host) {
    return BEHIND_LINKS + topology.hosts().size() + host.index();
  }

  /**
   * Returns the first of two numbers of events.
   *
   * @param end that pauses and obeys pauses, from 0
   */
  int numberOfPauses(int end) {
    return BEHIND_LINKS + 2 * topology.hosts().size() + 2 * end;
  }

  /**
   * Builds links and switches, without programs.
   *
   * @param hosts by index
   * @param plan how switches are made
   */
  VirtualFabric fabric(
      List<? extends SimplexLink.HostPort> hosts,
      SwitchSetup plan,
      SampleRecorder samples,
      FabricCapture capture,
      FabricWatch watch) {
    return new VirtualFabric(this, hosts, plan, samples, capture, watch);
  }

  /** Builds the links and switches of an experiment, with the losses and failures of its links. */
  VirtualFabric fabric(
      ExperimentSpec spec,
      SwitchPorts ports,
      List<? extends SimplexLink.HostPort> hosts,
      SampleRecorder samples,
      FabricCapture capture,
      FabricWatch watch) {
    VirtualFabric fabric = fabric(hosts, SwitchSetup.of(ports), samples, capture, watch);
    fabric.setOverhead(spec.packets().overheadBytes());
    fabric.spread(spec.hostDelay(), topology, spec.seed());
    fabric.lose(spec.settings().get(SettingKeys.LINK_LOSS) / 100, spec.seed());
    // Of the whole network, so that a failure of what is not there is known at once.
    fabric.prepare(FailurePlan.of(spec, topology), simulation, spec.seed());
    return fabric;
  }
}
