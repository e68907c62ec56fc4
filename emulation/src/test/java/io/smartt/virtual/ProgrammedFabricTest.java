package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.forwarding.Reconciler;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.controller.target.SwitchProgrammer;
import io.smartt.controller.target.SwitchProgrammer.SwitchSession;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.ControlPlane;
import io.smartt.experiment.run.DirectControl;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.TrafficManager;
import io.smartt.softswitch.p4runtime.InProcessP4Runtime;
import io.smartt.study.launch.Fabrics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.Entity;
import org.p4.v1.TableEntry;

/**
 * A fabric whose switches the controller has programmed over P4Runtime, before and after traffic.
 */
class ProgrammedFabricTest {
  private static ExperimentSpec incast() {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load("virtual", Map.of("workload", "incast:15x1MiB"), List.of(), false);
  }

  private record Fabric(
      Topology topology, VirtualExperiment experiment, ControlPlane control, FabricModel model) {}

  private static Fabric programmed(ExperimentSpec spec, PipelineConfig program) {
    Fabric fabric = unprogrammed(spec, ControlPlane::start);
    fabric.control.program(
        fabric.model, program, spec.seed(), TaskRunner.SEQUENTIAL, RunMonitor.NONE);
    return fabric;
  }

  private static Fabric unprogrammed(
      ExperimentSpec spec, BiFunction<List<EmbeddedDevice>, ProgramCache, ControlPlane> start) {
    LivePlan plan = new LivePlan(spec);
    Topology topology = plan.topology();
    VirtualExperiment experiment =
        new VirtualExperiment(plan.inputs(spec.buildWorkload(topology)), Optional.empty(), 2);
    List<EmbeddedDevice> devices = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      devices.add(
          new EmbeddedDevice(
              sw.id(), experiment.fabric().device(sw.id()), () -> new SplittableRandom(sw.id())));
    }
    ControlPlane control = start.apply(devices, new ProgramCache(Bmv2Program::load));
    return new Fabric(topology, experiment, control, experiment.ports().model(topology));
  }

  @Test
  void trimsAndMarksReadOverP4RuntimeAreThoseOfTheTrafficManager() {
    Fabric fabric = programmed(incast(), SwitchProgram.load("smartt"));
    try (ControlPlane control = fabric.control) {
      TrafficLoop.Ending ending = fabric.experiment.run(RunMonitor.NONE, 1);

      assertThat(ending.status()).isEqualTo(RunStatus.COMPLETED);
      long trims = 0;
      long marks = 0;
      for (Switch sw : fabric.topology.switches()) {
        ProgrammedSwitch programmed = control.programmed(sw.id() - 1);
        TrafficManager manager = fabric.experiment.fabric().device(sw.id()).trafficManager();
        for (Adjacency port : fabric.topology.adjacencies(sw)) {
          long trimmed = programmed.counter("ingress.trims", port.port()).packets();
          long marked = programmed.counter("egress.marks", port.port()).packets();
          assertThat(manager.counters(port.port(), 1).trimmed().packets())
              .as("trims at %s port %d", sw.name(), port.port())
              .isEqualTo(trimmed);
          assertThat(manager.counters(port.port(), 0).marked().packets())
              .as("marks at %s port %d", sw.name(), port.port())
              .isEqualTo(marked);
          trims += trimmed;
          marks += marked;
        }
      }
      assertThat(trims).isPositive();
      assertThat(marks).isPositive();
    }
  }

  @Test
  void programmingAFabricTheSecondTimeWritesNothing() {
    PipelineConfig program = SwitchProgram.load("smartt");
    ExperimentSpec spec = incast();
    Fabric fabric = programmed(spec, program);
    try (ControlPlane control = fabric.control) {
      ForwardingPlanner planner = new ForwardingPlanner(fabric.model, program.info(), spec.seed());
      for (int i = 0; i < fabric.model.switches().size(); i++) {
        Reconciler.ReconcileReport report =
            new Reconciler(control.programmed(i)).reconcile(planner.plan(i));

        assertThat(report.written()).isZero();
        assertThat(report.unchanged()).isPositive();
      }
    }
  }

  @Test
  void whatIsProgrammedWithoutP4RuntimeIsWhatP4RuntimeWouldHaveWritten() {
    PipelineConfig program = SwitchProgram.load("smartt");
    ExperimentSpec spec = incast();
    Fabric overP4Runtime = programmed(spec, program);
    List<InProcessP4Runtime> servers = new ArrayList<>();
    Fabric direct =
        unprogrammed(
            spec,
            (devices, loader) -> {
              servers.add(InProcessP4Runtime.of(devices, loader));
              return ControlPlane.over(_ -> servers.getFirst().channel());
            });
    new DirectControl(servers.getFirst().service())
        .program(direct.model, program, spec.seed(), TaskRunner.SEQUENTIAL, RunMonitor.NONE);
    try (InProcessP4Runtime server = servers.getFirst();
        ControlPlane control = overP4Runtime.control;
        ControlPlane _ = direct.control) {
      SwitchProgrammer programmer = new SwitchProgrammer(ElectionId.of(1), Duration.ofSeconds(30));
      ForwardingPlanner planner = new ForwardingPlanner(direct.model, program.info(), spec.seed());
      for (Switch sw : direct.topology.switches()) {
        SwitchProgrammer.SwitchTarget target =
            SwitchProgrammer.SwitchTarget.over(
                server.channel(), new SwitchId(sw.name(), sw.id()), program);
        try (SwitchSession session = programmer.connect(target)) {
          assertThat(session.programLoaded()).as("the program is there already").isFalse();
          assertThat(session.reconcile(planner.plan(sw.id() - 1)).written()).isZero();
          assertThat(held(session.programmed()))
              .isNotEmpty()
              .containsExactlyInAnyOrderElementsOf(held(control.programmed(sw.id() - 1)));
        }
      }
    }
  }

  /** All that controllers can read of tables and action profiles. */
  private static List<Entity> held(ProgrammedSwitch sw) {
    List<Entity> patterns = new ArrayList<>();
    patterns.add(Entity.newBuilder().setTableEntry(TableEntry.getDefaultInstance()).build());
    patterns.add(
        Entity.newBuilder()
            .setActionProfileMember(ActionProfileMember.getDefaultInstance())
            .build());
    patterns.add(
        Entity.newBuilder().setActionProfileGroup(ActionProfileGroup.getDefaultInstance()).build());
    sw.info()
        .tables()
        .forEach(table ->
            patterns.add(
                Entity.newBuilder()
                    .setTableEntry(
                        TableEntry.newBuilder().setTableId(table.id()).setIsDefaultAction(true))
                    .build()));
    return sw.client().read(patterns);
  }

  @Test
  void aSwitchThatDoesNotAnswerAtFirstLeavesAllOthersInTheirPlaces() {
    PipelineConfig program = SwitchProgram.load("smartt");
    ExperimentSpec spec = incast();
    AtomicBoolean away = new AtomicBoolean(true);
    List<InProcessP4Runtime> servers = new ArrayList<>();
    Fabric fabric =
        unprogrammed(
            spec,
            (devices, loader) -> {
              InProcessP4Runtime all = InProcessP4Runtime.of(devices, loader);
              InProcessP4Runtime none = InProcessP4Runtime.of(List.of(), loader);
              servers.addAll(List.of(all, none));
              return ControlPlane.over(
                  sw -> (sw.deviceId() == 2 && away.get() ? none : all).channel());
            });
    try (ControlPlane control = fabric.control) {
      assertThatThrownBy(() ->
              control.program(
                  fabric.model, program, spec.seed(), TaskRunner.SEQUENTIAL, RunMonitor.NONE))
          .isInstanceOf(P4RuntimeException.class);
      away.set(false);

      control.program(fabric.model, program, spec.seed(), TaskRunner.SEQUENTIAL, RunMonitor.NONE);

      for (int i = 0; i < fabric.model.switches().size(); i++) {
        assertThat(control.programmed(i).client().switchId().deviceId()).isEqualTo(i + 1);
      }
    } finally {
      servers.forEach(InProcessP4Runtime::close);
    }
  }

  @Test
  void theOccupancyRegisterOfEveryPortIsBackAtZeroWhenTheNetworkIsEmpty() {
    Fabric fabric = programmed(incast(), SwitchProgram.load("smartt"));
    try (ControlPlane control = fabric.control) {
      fabric.experiment.run(RunMonitor.NONE, 1);

      for (Switch sw : fabric.topology.switches()) {
        for (Adjacency port : fabric.topology.adjacencies(sw)) {
          assertThat(control.programmed(sw.id() - 1).register("occupancy", port.port()).value())
              .as("%s port %d", sw.name(), port.port())
              .isZero();
        }
      }
    }
  }
}
