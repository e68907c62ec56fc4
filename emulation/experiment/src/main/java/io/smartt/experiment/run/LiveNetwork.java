package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.softswitch.SwitchCounters;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.workload.Workload;

/**
 * A network of programmed switches that stands while somebody works with it: pings, takes links
 * down, sends traffic, looks at switches. For one thread, {@link #close} excepted.
 */
public interface LiveNetwork extends AutoCloseable {
  /** Returns the name of its fabric. */
  String fabric();

  /** The network as it is now, rates and latencies dilated, with the links that are down. */
  Topology topology();

  /**
   * Sends an ICMP echo request.
   *
   * @return picoseconds until its answer; empty if none came
   */
  OptionalLong ping(Host from, Host to);

  /** Returns whether hosts run programs of the system; otherwise {@link #program} refuses. */
  boolean runsPrograms();

  /**
   * Returns the builder of a process that runs a command inside a host.
   *
   * @param command for the shell of the system
   * @throws io.smartt.base.input.UserInputException on a fabric whose hosts run no programs, naming
   *     one that does
   */
  ProcessBuilder program(Host host, String command);

  /** Takes a link down or up; the controller then routes over what is up. */
  void setUp(Link link, boolean up);

  /**
   * The traffic of a name or file, for this network.
   *
   * @throws io.smartt.base.input.UserInputException if there is none such
   */
  Workload workload(String nameOrFile);

  /**
   * Carries traffic by the hosts' transport until all of it has arrived, nothing moves any more or
   * the monitor asks to stop. What switches counted before does not count in the result.
   */
  RunResult run(Workload workload, RunMonitor monitor);

  /** A switch as its controller sees it. */
  ProgrammedSwitch programmed(Switch sw);

  /** Every queue of a switch, by port and number, counted since the network began. */
  List<QueueStatus> queues(Switch sw);

  /** Packets of a switch that reached no queue. */
  SwitchCounters counters(Switch sw);

  /** Pause frames that switches have sent since the network began; 0 where none can. */
  default long pauseFrames() {
    return 0;
  }

  /** Counters of all switches, since the network began. */
  SwitchCounts counts();

  /** Writes from now on what passes every port to a pcapng file, over one that is there. */
  void capture(Path file);

  /** Completes the capture file. Returns its number of frames; each end of a link counts. */
  long endCapture();

  /** Returns the network namespace that a node is in; empty where there is none. */
  default String place(Node node) {
    return "";
  }

  /** Returns where the switches' P4Runtime server is; empty where other processes reach none. */
  default Optional<ControlPlane.Endpoint> p4Runtime() {
    return Optional.empty();
  }

  /** Takes the network down. May be called more than once, by any thread. */
  @Override
  void close();
}
