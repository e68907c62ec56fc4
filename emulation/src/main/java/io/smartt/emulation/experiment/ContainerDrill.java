package io.smartt.emulation.experiment;

import io.smartt.emulation.agents.RemoteAgent;
import io.smartt.emulation.docker.FabricAccess;
import io.smartt.emulation.docker.FabricNodes;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Topology;
import io.smartt.p4.pipeline.program.Bmv2Program;
import java.nio.file.Path;
import java.time.Duration;

/** What a controller and its containers say to each other before there is traffic. */
public final class ContainerDrill {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private ContainerDrill() {}

  /**
   * Sets up and programs the switches of an experiment, reads what they count, and asks its agents
   * who they are.
   */
  public static void run(ExperimentSpec spec, FabricNodes nodes, FabricAccess access) {
    Topology topology = spec.buildTopology();
    RunInputs in =
        new RunInputs(
            spec,
            LocalRunner.identity(spec),
            topology,
            spec.buildWorkload(topology),
            SwitchProgram.load(spec.program()),
            new HostSetup(spec, topology),
            new ProgramCache(Bmv2Program::load),
            Path.of("logs"));
    try (DockerSwitches switches = new DockerSwitches(in, nodes, access, System::nanoTime)) {
      switches.bringUp();
      var _ = switches.queues();
      var _ = switches.unqueuedDrops();
      switches.clearCounters();
    }
    for (Host host : topology.hosts()) {
      try (RemoteAgent agent = DockerRun.agent(nodes.api(host), host, access)) {
        var _ = agent.describe(PATIENCE);
      }
    }
  }
}
