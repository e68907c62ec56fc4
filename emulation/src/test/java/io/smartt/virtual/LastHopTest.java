package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.ControlPlane;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.Uet;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.TrafficManager;
import io.smartt.study.launch.Fabrics;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs in which ports to hosts trim or mark in a way of their own. */
class LastHopTest {
  /**
   * The counts of a run.
   *
   * @param atHosts trims and marks of ports to hosts
   * @param elsewhere of other ports
   * @param notified trims that senders heard of
   * @param notifiedLastHop those that they heard were the last switch's
   * @param refused packets that hosts had no room for
   */
  private record Counts(
      Ports atHosts, Ports elsewhere, long notified, long notifiedLastHop, long refused) {}

  private record Ports(long trims, long marks) {}

  /** Counts the NACKs that reach hosts with the code of the last switch. */
  private static final class LastHopNacks implements CaptureSink {
    private final Set<Integer> cards = new HashSet<>();
    private long arrived;

    LastHopNacks(Topology topology) {
      CaptureInterface.numbers(topology)
          .forEach((port, number) -> {
            if (port.node() instanceof Host) {
              cards.add(number);
            }
          });
    }

    @Override
    public void packet(Passing packet) {
      byte[] frame = packet.bytes();
      if (cards.contains(packet.interfaceId())
          && packet.direction() == Direction.INBOUND
          && Uet.type(frame, Uet.PDS_AT) == Uet.NACK
          && PdsNack.code(frame, Uet.PDS_AT) == PdsNack.TRIMMED_LASTHOP) {
        arrived++;
      }
    }
  }

  private static Counts run(String... assignments) {
    ExperimentSpec spec =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
            .load("virtual", Map.of("workload", "incast:15x256KiB"), List.of(assignments), false);
    LivePlan plan = new LivePlan(spec);
    Topology topology = plan.topology();
    LastHopNacks nacks = new LastHopNacks(topology);
    VirtualExperiment experiment =
        new VirtualExperiment(plan.inputs(spec.buildWorkload(topology)), Optional.of(nacks), 2);
    List<EmbeddedDevice> devices = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      devices.add(
          new EmbeddedDevice(
              sw.id(), experiment.fabric().device(sw.id()), () -> new SplittableRandom(sw.id())));
    }
    try (ControlPlane control = ControlPlane.start(devices, new ProgramCache(Bmv2Program::load))) {
      control.program(
          experiment.ports().model(topology),
          SwitchProgram.load("smartt"),
          spec.seed(),
          TaskRunner.SEQUENTIAL,
          RunMonitor.NONE);
      assertThat(experiment.run(RunMonitor.NONE, 1).status()).isEqualTo(RunStatus.COMPLETED);
    }
    long notified = 0;
    long refused = 0;
    for (HostNode host : experiment.hosts()) {
      notified += host.endpoint().counters().trimsNotified();
      refused += host.endpoint().drops(DropReason.NO_ROOM);
    }
    return new Counts(
        ports(topology, experiment, true),
        ports(topology, experiment, false),
        notified,
        nacks.arrived,
        refused);
  }

  private static Ports ports(Topology topology, VirtualExperiment experiment, boolean toHosts) {
    long trims = 0;
    long marks = 0;
    for (Switch sw : topology.switches()) {
      TrafficManager manager = experiment.fabric().device(sw.id()).trafficManager();
      for (Adjacency port : topology.adjacencies(sw)) {
        if (port.peer().node() instanceof Host == toHosts) {
          trims += manager.counters(port.port(), 1).trimmed().packets();
          marks += manager.counters(port.port(), 0).marked().packets();
        }
      }
    }
    return new Ports(trims, marks);
  }

  @ParameterizedTest
  @ValueSource(strings = {"p4", "asic"})
  void sendersLearnWhichTrimsWereTheLastSwitchs(String trimming) {
    Counts counts = run("trimming=" + trimming, "queue.last-hop-trims=true");

    assertThat(counts.atHosts.trims).isPositive();
    assertThat(counts.elsewhere.trims).isPositive();
    assertThat(counts.notifiedLastHop).isEqualTo(counts.atHosts.trims);
    assertThat(counts.notified).isEqualTo(counts.atHosts.trims + counts.elsewhere.trims);
  }

  @Test
  void withoutTheSettingTrimsAreAllAlike() {
    Counts counts = run();

    assertThat(counts.atHosts.trims).isPositive();
    assertThat(counts.notified).isPositive();
    assertThat(counts.notifiedLastHop).isZero();
  }

  @Test
  void portsToHostsMarkNothingUnderReceiverCredit() {
    Counts counts = run("scheme=rccc");

    assertThat(counts.atHosts.marks).isZero();
    assertThat(counts.elsewhere.marks).isPositive();
  }

  /** A host that takes in half of its link, and is asked for all of it. */
  @Test
  void destinationFlowControlSparesASlowHostMostOfWhatItWouldRefuse() {
    long asking = run("constants=ue", "intake.rate=0.5").refused;
    long silent = run("constants=ue", "intake.rate=0.5", "intake.flow-control=false").refused;

    assertThat(silent).isPositive();
    assertThat(asking).isLessThan(silent / 2);
  }
}
