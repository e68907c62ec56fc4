package io.smartt.virtual.dry;

import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureSink;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.experiment.RunPrice;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.report.ResultDraft;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.run.Abilities;
import io.smartt.experiment.run.Abilities.Feature;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.experiment.traffic.TopologyDrawing;
import io.smartt.workload.ideal.IdealModel;
import java.util.List;
import java.util.Optional;

/** The fabric {@code dry}: checks and prices an experiment, and runs nothing. */
public final class Dry implements Fabric {
  @Override
  public int place() {
    return 4;
  }

  @Override
  public FabricSettings settings() {
    return FabricSettings.of("dry", List.of());
  }

  @Override
  public Abilities abilities(Fabric.Use use, Settings settings) {
    Abilities run =
        Abilities.all(settings)
            .without(Feature.CAPTURE, ": fabric 'dry' sends no packets; every other does")
            .without(Feature.APPLY, ": fabric 'dry' changes nothing")
            .butNot(Feature.LINK_LOSS)
            .butNot(Feature.SHARED_BUFFER)
            .butNot(SettingKeys.SAMPLE_INTERVAL)
            .butNot(SettingKeys.captures());
    return use == Fabric.Use.RUN ? run : run.only();
  }

  @Override
  public Fabric.FabricRun prepare(RunInputs inputs) {
    return new DryRun(inputs);
  }

  /**
   * Prices a run: what the controller would write, how many packets would pass how many switches,
   * and an estimate of time and memory on the virtual fabric.
   */
  static final class DryRun implements Fabric.FabricRun {
    private static final double PS_PER_S = 1e12;

    private final RunInputs in;
    private final PathProfiles paths;

    DryRun(RunInputs in) {
      this.in = in;
      paths = new PathProfiles(in.topology(), in.spec().packets());
    }

    @Override
    public RunResult run(Optional<CaptureSink> capture, RunMonitor monitor) {
      ProcessCost cost = ProcessCost.start();
      Topology topology = in.topology();
      monitor.stage("planning " + topology.switches().size() + " switches");
      long entries = entries();
      monitor.stage("pricing " + in.workload().flows().size() + " flows");
      RunPrice price = RunPrice.of(in.spec(), topology, in.workload());
      RunResult.RunPlan plan =
          new RunResult.RunPlan(
              topology.hosts().size(),
              topology.switches().size(),
              topology.links().size(),
              entries,
              price.packets(),
              price.packetHops(),
              new IdealModel(topology, in.spec().packets()).times(in.workload()).lastFinishPs()
                  / PS_PER_S,
              price.wallSeconds(),
              price.memoryBytes());
      return new ResultDraft(
              in.identity(),
              new RunResult.Ending(
                  RunResult.RunStatus.PLANNED, Optional.empty(), Optional.of(plan)),
              TopologyDrawing.of(topology),
              cost.after(0))
          .result();
    }

    private long entries() {
      ForwardingPlanner planner =
          new ForwardingPlanner(
              new SwitchPorts(in.spec(), paths).model(in.topology()),
              in.program().info(),
              in.spec().seed());
      long entries = 0;
      for (int index = 0; index < in.topology().switches().size(); index++) {
        entries += planner.plan(index).entities().size();
      }
      return entries;
    }
  }
}
