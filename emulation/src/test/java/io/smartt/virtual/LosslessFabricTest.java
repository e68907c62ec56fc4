package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.SwitchPorts.PortPlan;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.ControlPlane;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.settings.HostDelay;
import io.smartt.experiment.settings.PfcSettings;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.host.congestion.Dcqcn;
import io.smartt.host.pathing.PerFlowEcmp;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.RecordSettings;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.TrafficManager;
import io.smartt.softswitch.TrafficManager.PauseThresholds;
import io.smartt.study.launch.Fabrics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RoCEv2 over priority flow control: switches that pause their peers. */
class LosslessFabricTest {
  private static final PfcSettings DEFAULTS = RecordSettings.defaults(PfcSettings.class);
  private static final HostDelay NO_DELAY = HostDelay.parse("0ns");

  /** What a run came to. */
  private record Outcome(long dropped, long pauseFrames, long mostBytes, RunStatus status) {}

  private static ExperimentSpec spec(String... assignments) {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load(
            "virtual",
            Map.of("workload", "incast:15x1MiB", "scheme", "rocev2"),
            List.of(assignments),
            false);
  }

  private static ExperimentSpec smartt() {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load("virtual", Map.of("workload", "incast:15x1MiB"), List.of(), false);
  }

  private static Outcome run(ExperimentSpec spec) {
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
    try (ControlPlane control = ControlPlane.start(devices, new ProgramCache(Bmv2Program::load))) {
      FabricModel model = experiment.ports().model(topology);
      control.program(
          model, SwitchProgram.load("smartt"), spec.seed(), TaskRunner.SEQUENTIAL, RunMonitor.NONE);
      RunStatus status = experiment.run(RunMonitor.NONE, 1).status();
      long dropped = 0;
      long most = 0;
      for (Switch sw : topology.switches()) {
        TrafficManager manager = experiment.fabric().device(sw.id()).trafficManager();
        for (Adjacency port : topology.adjacencies(sw)) {
          for (int queue = 0; queue < manager.queuesPerPort(); queue++) {
            dropped += manager.counters(port.port(), queue).dropped().packets();
            most = Math.max(most, manager.counters(port.port(), queue).maxDepthBytes());
          }
        }
      }
      return new Outcome(
          dropped, experiment.fabric().ledger().counts().pauseFrames(), most, status);
    }
  }

  @Test
  void underAnIncastPeersPauseAndTheHeadroomTakesAllThatStillComes() {
    ExperimentSpec spec = spec();
    LivePlan plan = new LivePlan(spec);
    Topology topology = plan.topology();
    // 11.9 us at 50 Gbps; a host's and a leaf's end have 400 ns, two of 850 ns on the wire.
    PauseThresholds thresholds = DEFAULTS.thresholds(ofFirst(topology), NO_DELAY, 74_500, 4170);
    Outcome outcome = run(spec);

    assertThat(outcome.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(outcome.dropped()).isZero();
    assertThat(outcome.pauseFrames()).isPositive();
    assertThat(outcome.mostBytes())
        .as("in one queue: what one port may pause at is all of that port's")
        .isGreaterThan(thresholds.xoffBytes());
  }

  @Test
  void withoutEnoughHeadroomPacketsAreLostAndGoBackNDeliversAllTheSame() {
    Outcome outcome = run(spec("pfc.headroom-bytes=1", "transport.timeout-base-rtts=20"));
    assertThat(outcome.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(outcome.dropped()).isPositive();
  }

  @Test
  void aPacketThatFindsNoHeadroomHasThePeerPauseToo() {
    assertThat(run(spec("pfc.headroom-bytes=1")).pauseFrames()).isPositive();
  }

  /** The pause frame waits for a packet that takes so much longer than the peer's. */
  @ParameterizedTest
  @ValueSource(
      strings = {"link.rates=leaf1>h1=5Gbps", "host.delay=1us..50us", "host.delay=1us+5us"})
  void headroomTakesWhatComesWhileAPauseTakesItsTime(String slow) {
    ExperimentSpec few = spec(slow, "pfc.xoff-bdps=0.1");
    Outcome outcome = run(few.withSettings(few.settings().with("workload", "permutation:1MiB")));
    Outcome incast = run(spec(slow));

    assertThat(outcome.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(outcome.pauseFrames()).isPositive();
    assertThat(outcome.dropped() + incast.dropped()).isZero();
  }

  @Test
  void headroomOfALinkThatIsSlowerTheOtherWay() {
    Topology topology = spec("link.rates=leaf1>h1=5Gbps").buildTopology();
    Adjacency access = ofFirst(topology);
    // Nine packets of 4,170 B and pause frames of 60 B more than with 50 Gbps.
    assertThat(DEFAULTS.headroomBytes(access, NO_DELAY, 4170))
        .isEqualTo(13_125 + 16_680 + 9 * (4170 + 60));
    // 2 us at 50 Gbps.
    assertThat(DEFAULTS.headroomBytes(access, HostDelay.parse("1us..3us"), 4170))
        .isEqualTo(13_125 + 16_680 + 9 * (4170 + 60) + 12_500);
  }

  /** The port of a switch to the first host. */
  private static Adjacency ofFirst(Topology topology) {
    Host host = topology.hosts().getFirst();
    return topology.adjacencies(topology.access(host).peer().node()).stream()
        .filter(port -> port.peer().node().equals(host))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aSmallThresholdPausesAllTheWayToTheSendersAndLosesNothing() {
    Outcome outcome = run(spec("pfc.xoff-bdps=0.1"));
    assertThat(outcome.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(outcome.dropped()).isZero();
    assertThat(outcome.pauseFrames()).isGreaterThan(run(spec()).pauseFrames());
  }

  /** No port may have so much as the incast brings: what is left of memory is the threshold. */
  @Test
  void portsThatShareMemoryPauseByWhatIsFreeAndLoseNothing() {
    Outcome outcome = run(spec("pfc.xoff-bdps=100", "buffer.size=512KiB", "buffer.alpha=0.5"));
    assertThat(outcome.status()).isEqualTo(RunStatus.COMPLETED);
    assertThat(outcome.dropped()).isZero();
    assertThat(outcome.pauseFrames()).isPositive();
    Outcome alone = run(spec("pfc.xoff-bdps=100"));
    assertThat(alone.pauseFrames()).isZero();
    assertThat(outcome.mostBytes()).isLessThan(alone.mostBytes()).isLessThan(512 << 10);
  }

  @Test
  void memoryThatHeadroomTakesWholeIsRefused() {
    ExperimentSpec spec = spec("buffer.size=100KiB");
    assertThatThrownBy(() -> new LivePlan(spec))
        .hasMessageContaining("buffer.size is 100KiB: the ")
        .hasMessageContaining(" B of headroom, which leaves less to share than a packet of 4170 B");
  }

  @Test
  void thresholdsAndHeadroomOfALink() {
    Adjacency access = ofFirst(spec().buildTopology());
    // 50 Gbps: (2 * 850 ns + 400 ns) * 50 Gbps = 13,125 B, and four packets of 4,170 B.
    assertThat(DEFAULTS.thresholds(access, NO_DELAY, 100_000, 4170))
        .isEqualTo(new PauseThresholds(100_000, 80_000, 13_125 + 16_680));
    PfcSettings changed =
        RecordSettings.with(
            DEFAULTS, Map.of("xoff-bdps", "0.5", "xon-share", "0.25", "headroom-bytes", "77"));
    assertThat(changed.thresholds(access, NO_DELAY, 100_000, 4170))
        .isEqualTo(new PauseThresholds(50_000, 12_500, 77));
    assertThatThrownBy(() -> RecordSettings.with(DEFAULTS, "xon-share", "1.5"))
        .hasMessage("PFC resume threshold is 1.5, accepted is 0 to 1 of the pause threshold");
  }

  @Test
  void dcqcnsRedGrowsWithTheLinkRate() {
    PortPlan plan = new PortPlan(18_000, 18, new PortPlan.Red(3_600, 14_400, 4, 15, 1), 1000);
    PacketSizes packets = new PacketSizes(926, 74, 74);
    // 5,000 and 200,000 B at 40 Gbps are 10,000 and 400,000 at 80, in packets of 1,000 B.
    assertThat(plan.marking(Dcqcn.SETTINGS.defaults().thresholds(80_000_000_000L), packets))
        .isEqualTo(
            new PortPlan(18_000, 18, new PortPlan.Red(10_000, 400_000, 10, 400, 0.01), 1000));
  }

  @Test
  void roceHasOnePathAFlowAndNothingIsTrimmedUnlessToldOtherwise() {
    assertThat(spec().loadBalancer()).isEqualTo(PerFlowEcmp.BALANCER);
    assertThat(spec().trimming()).isEqualTo(Trimming.OFF);
    assertThat(spec().lossless()).isTrue();
    assertThat(spec("load-balancer=reps").loadBalancer()).isEqualTo(Reps.BALANCER);
    assertThat(spec("pfc.use=off").lossless()).isFalse();
    assertThat(smartt().lossless()).isFalse();
    assertThat(smartt().trimming()).isEqualTo(Trimming.P4);
    assertThatThrownBy(() -> spec("trimming=p4"))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("nothing is ever trimmed");
  }
}
