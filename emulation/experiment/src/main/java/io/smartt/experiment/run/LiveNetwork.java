package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.FeasibleNetwork;
import io.smartt.experiment.HostSetup;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.settings.InputSources;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.SwitchCounters;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.workload.Workload;

/**
 * A network of programmed switches that stands while somebody works with it: pings, takes links
 * down, sends traffic, looks at switches. For one thread, {@link #close} excepted.
 */
public interface LiveNetwork extends AutoCloseable {
  /** Returns its experiment, and which of its links are up. */
  LivePlan plan();

  /** Returns the name of its fabric. */
  default String fabric() {
    return plan().spec().fabric();
  }

  /** The network as it is now, rates and latencies dilated, with the links that are down. */
  default Topology topology() {
    return plan().topology();
  }

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
  default Workload workload(String nameOrFile) {
    return plan().workload(nameOrFile);
  }

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

  /** The plan of a live network: its experiment, and which links are up. */
  public static final class LivePlan {
    private final ExperimentSpec spec;
    private final Topology whole;
    private final Set<Link> down = new HashSet<>();
    private final SwitchPorts ports;
    private final PipelineConfig program;
    private final ProgramCache programs = new ProgramCache(Bmv2Program::load);
    private Topology topology;

    public LivePlan(ExperimentSpec spec) {
      this.spec = spec;
      topology = spec.buildTopology();
      FeasibleNetwork.require(spec, topology);
      topology.links().stream().filter(link -> !topology.isUp(link)).forEach(down::add);
      whole = topology.withAllLinksUp();
      program = SwitchProgram.load(spec.program());
      // Queues are made for the whole network and stay as they are when links fail.
      ports = new SwitchPorts(spec, new PathProfiles(whole, spec.packets()));
      FeasibleNetwork.requireTables(spec, topology, ports, program);
    }

    public ExperimentSpec spec() {
      return spec;
    }

    /** Returns the network as it is now. */
    public Topology topology() {
      return topology;
    }

    /** Programs the switches for the network as it is now. */
    public void program(ControlPlane control) {
      control.program(
          ports.model(topology), program, spec.seed(), TaskRunner.SEQUENTIAL, RunMonitor.NONE);
    }

    public void setUp(Link link, boolean up) {
      boolean changed = up ? down.remove(link) : down.add(link);
      if (changed) {
        topology = whole.withFailedLinks(down);
      }
    }

    /** Returns the plan of the switches' ports. */
    public SwitchPorts ports() {
      return ports;
    }

    public ProgramCache programs() {
      return programs;
    }

    public Workload workload(String nameOrFile) {
      return spec.withWorkload(InputSources.workload(nameOrFile))
          .unrecorded()
          .buildWorkload(topology);
    }

    /** Returns the network as it is now. */
    public ProgrammedNetwork network() {
      return new ProgrammedNetwork(spec, topology, program);
    }

    /** Traffic over the network as it is now. */
    public RunInputs inputs(Workload workload) {
      if (!workload.failures().isEmpty()) {
        throw new UserInputException(
            workload.name() + ": has failures; in a shell take links down with 'link A B down'");
      }
      FeasibleNetwork.require(spec, topology, workload);
      HostSetup hosts = new HostSetup(spec, topology);
      return new RunInputs(
          spec,
          hosts.schemes().identity(spec, workload),
          topology,
          workload,
          program,
          hosts,
          programs,
          Path.of("logs"),
          Optional.empty(),
          1);
    }

    /**
     * A network whose switches run one program, without what it is to carry.
     *
     * @param topology with the links that are up
     * @param program of its switches
     */
    public record ProgrammedNetwork(
        ExperimentSpec spec, Topology topology, PipelineConfig program) {}
  }
}
