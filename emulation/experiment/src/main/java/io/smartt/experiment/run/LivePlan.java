package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.FeasibleNetwork;
import io.smartt.experiment.HostSetup;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.settings.InputSource;
import io.smartt.experiment.settings.InputSources;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.workload.Workload;

/** The plan of a live network: its experiment, and which links are up. */
public final class LivePlan {
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
    control.program(ports.model(topology), program, spec.seed());
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
    return with(InputSources.workload(nameOrFile)).buildWorkload(topology);
  }

  private ExperimentSpec with(InputSource workload) {
    return spec.withWorkload(workload).unrecorded();
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
    return new RunInputs(
        spec,
        spec.identity("shell", workload.name()),
        topology,
        workload,
        program,
        new HostSetup(spec, topology),
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
  public record ProgrammedNetwork(ExperimentSpec spec, Topology topology, PipelineConfig program) {}
}
