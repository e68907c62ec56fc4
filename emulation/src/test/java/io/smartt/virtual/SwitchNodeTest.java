package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.experiment.report.Metric;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.report.SampleSeries;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.Pipeline.Digest;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry.EntryTarget.ActionCall;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.PauseFrame;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.SwitchListener;
import io.smartt.softswitch.TrafficManager.PauseThresholds;
import io.smartt.virtual.SimplexLink.LinkEnd;
import io.smartt.virtual.SimplexLink.LinkTap;
import io.smartt.virtual.simulation.Simulation;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Tests of {@link SwitchNode}, which sends all IPv4 packets to one port. */
class SwitchNodeTest {
  private static final long RATE_BPS = 80_000_000_000L;

  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
  private final LinkEnd end = new LinkEnd(simulation.newEventQueue(), new Packet(128));
  private final SampleRecorder samples = new SampleRecorder();
  private final List<String> arrived = new ArrayList<>();
  private final List<String> controller = new ArrayList<>();
  private final SwitchListener control =
      new SwitchListener() {
        @Override
        public void portReady(int port) {
          controller.add("packet at " + port);
        }

        @Override
        public void digest(long nowPs, Digest digest) {
          controller.add(digest.name() + "@" + nowPs);
        }
      };
  private final SwitchNode node = node(false, QueueConfig.packets(4));
  private final SimplexLink link = link(node, 2, LinkTap.NONE);

  private SwitchNode node(boolean captured, QueueConfig... queues) {
    BitSet ports = new BitSet();
    ports.set(1, 4);
    return new SwitchNode(
        end.eventQueue(), "s1", ports, List.of(queues), control, samples, captured);
  }

  private SimplexLink link(SwitchNode from, int port, LinkTap tap) {
    SimplexLink made =
        new SimplexLink(
            port,
            end,
            end,
            RATE_BPS,
            0,
            0,
            from.source(port),
            (packet, nowPs) ->
                arrived.add(PauseFrame.is(packet) ? "pause" : packet.length() + "@" + nowPs),
            tap);
    from.connect(port, made);
    return made;
  }

  /** A program that sends every IPv4 packet to one port. */
  static Pipeline sendingTo(int port) {
    try (InputStream in =
        SwitchNodeTest.class.getResourceAsStream("/tutorials/basic/build/basic.json")) {
      Pipeline pipeline =
          Bmv2Program.observed(Objects.requireNonNull(in).readAllBytes(), _ -> {})
              .instantiate(new SplittableRandom(1));
      pipeline
          .control()
          .apply(
              List.of(
                  new Change.SetDefault(
                      "MyIngress.ipv4_lpm",
                      new ActionCall(
                          "MyIngress.ipv4_forward", List.of(Bits.of(0, 48), Bits.of(port, 9))))));
      return pipeline;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void program(int port) {
    program(node, port);
  }

  private static void program(SwitchNode programmed, int port) {
    new EmbeddedDevice(1, programmed.device(), () -> new SplittableRandom(1)).run(sendingTo(port));
  }

  static Packet ipv4(int bytes) {
    byte[] frame = new byte[bytes];
    frame[12] = 8;
    frame[14] = 0x45;
    return Packet.of(frame);
  }

  private void run() {
    simulation.arrivesAfter(1);
    simulation.runUntil(end.eventQueue().nowPs() + 1_000_000_000);
  }

  private List<String> sampled() {
    samples.settle();
    return samples.samples().series().stream()
        .map(series -> series.metric() + " " + subject(series))
        .toList();
  }

  private static String subject(SampleSeries series) {
    return switch (series.subject()) {
      case SampleSubject.Queue(String name, int port, int queue) -> name + " " + port + " " + queue;
      case SampleSubject.Port(String name, int port) -> name + " " + port;
      default -> "other";
    };
  }

  private PfcPort flowControl(int port) {
    PfcPort end1 =
        new PfcPort(
            end.eventQueue(), 10, link, RATE_BPS, 1, 1, (_, _) -> arrived.add("gate"), () -> 0);
    node.flowControl(port, new PauseThresholds(1_000, 500, 10_000), end1);
    return end1;
  }

  private static Packet pause() {
    return PauseFrames.of(0, 10);
  }

  @Test
  void aPacketThatComesInLeavesByTheLinkOfItsPort() {
    program(2);
    node.sink(1).arrive(ipv4(100), 0);
    node.sink(3).arrive(ipv4(200), 0);
    run();
    // At 100 ps a byte.
    assertThat(arrived).containsExactly("100@10000", "200@30000");
    assertThat(node.hops()).isEqualTo(2);
    assertThat(node.pausesTaken()).isZero();
    assertThat(controller).isEmpty();
    assertThat(sampled()).containsExactly(Metric.QUEUE_DEPTH + " s1 2 0");
  }

  @Test
  void theDepthOfAQueueIsRecordedAsPacketsComeAndLeave() {
    program(2);
    node.sink(1).arrive(ipv4(100), 0);
    node.sink(1).arrive(ipv4(200), 0);
    run();
    samples.settle();
    SampleSeries depth = samples.samples().series().getFirst();
    assertThat(depth.largest(0)).isPositive();
    assertThat(depth.mean(0)).as("it was empty afterwards").isLessThan(depth.largest(0));
  }

  @Test
  void aPortWhosePacketsFillTheSwitchPausesItsPeerUntilTheyHaveLeft() {
    SwitchNode lossless =
        node(false, QueueConfig.packets(QueueConfig.UNLIMITED), QueueConfig.packets(4));
    SimplexLink back = link(lossless, 1, LinkTap.NONE);
    SimplexLink out = link(lossless, 2, LinkTap.NONE);
    lossless.flowControl(
        1,
        new PauseThresholds(250, 100, 10_000),
        new PfcPort(end.eventQueue(), 10, back, RATE_BPS, 1, 1, (_, _) -> {}, () -> 0));
    program(lossless, 2);
    out.startAt(1_000_000);
    lossless.sink(1).arrive(ipv4(100), 0);
    lossless.sink(1).arrive(ipv4(100), 0);
    assertThat(lossless.pauseFrames()).isZero();
    lossless.sink(1).arrive(ipv4(100), 0);
    assertThat(lossless.pauseFrames()).isEqualTo(1);
    run();
    assertThat(lossless.pauseFrames()).as("to pause and to go on").isEqualTo(2);
    assertThat(arrived).filteredOn("pause"::equals).hasSize(2);
    assertThat(arrived).hasSize(5);
  }

  @Test
  void aPacketForAPortWithoutALinkIsTheControllers() {
    program(3);
    node.sink(1).arrive(ipv4(100), 0);
    run();
    assertThat(arrived).isEmpty();
    assertThat(controller).containsExactly("packet at 3");
  }

  @Test
  void digestsAreTheControllers() {
    node.digest(7, new Digest("learn", List.of()));
    assertThat(controller).containsExactly("learn@7");
  }

  @Test
  void aSourceHasMoreWhileAQueueHasPackets() {
    program(3);
    SimplexLink.FrameSource source = node.source(3);
    Packet out = new Packet(128);
    assertThat(source.mayHaveMore()).isFalse();
    assertThat(source.next(0, out)).isFalse();
    node.sink(1).arrive(ipv4(100), 0);
    assertThat(source.mayHaveMore()).isTrue();
    assertThat(source.next(0, out)).isTrue();
    assertThat(out.length()).isEqualTo(100);
    assertThat(source.mayHaveMore()).isFalse();
  }

  @Test
  void pausesReachAPortsFlowControlAndNoPipeline() {
    program(2);
    node.sink(2).arrive(pause(), 0);
    assertThat(node.hops()).as("there is no flow control").isEqualTo(1);
    flowControl(2);
    node.sink(2).arrive(pause(), 0);
    assertThat(node.hops()).isEqualTo(1);
    assertThat(node.pausesTaken()).isEqualTo(1);
    assertThat(arrived).containsExactly("gate");
    node.sink(2).arrive(ipv4(100), 0);
    assertThat(node.hops()).as("no pause").isEqualTo(2);
  }

  @Test
  void aPauseThatIsDueLeavesBeforeWhatWaits() {
    program(2);
    PfcPort flow = flowControl(2);
    link.startAt(1);
    node.sink(1).arrive(ipv4(100), 0);
    flow.pausePeer(0, true);
    SimplexLink.FrameSource source = node.source(2);
    Packet out = new Packet(128);
    assertThat(source.next(0, out)).isTrue();
    assertThat(PauseFrame.is(out)).isTrue();
    assertThat(node.pauseFrames()).isEqualTo(1);
    assertThat(source.next(0, out)).isTrue();
    assertThat(out.length()).isEqualTo(100);
    assertThat(source.mayHaveMore()).isFalse();
    flow.pausePeer(0, false);
    assertThat(source.mayHaveMore()).as("a pause is due").isTrue();
    assertThat(node.pauseFrames()).isEqualTo(1);
  }

  @Test
  void whatBecomesOfPacketsIsRecordedFromTheInstantThatIsAskedFor() {
    node.trimmed(5, 2, 0, 1_500);
    node.marked(6, 2, 0, 1);
    node.dropped(7, 3);
    assertThat(sampled())
        .containsExactlyInAnyOrder(
            Metric.TRIMS + " s1 2 0", Metric.MARKS + " s1 2 0", Metric.DROPS + " s1 3");
    assertThat(node.takeRemark()).as("nobody captures").isEmpty();

    SampleRecorder later = new SampleRecorder();
    node.sampleInto(later, 100);
    node.dropped(150, 2);
    later.settle();
    SampleSeries only = later.samples().series().getFirst();
    assertThat(later.samples().series()).hasSize(1);
    assertThat(only.startPs(0)).isLessThanOrEqualTo(50);
    assertThat(only.startPs(0) + only.widthPs()).isGreaterThan(50);
  }

  @Test
  void capturesHearOnceOfWhatWasDoneToAPacket() {
    SwitchNode captured = node(true, QueueConfig.packets(4));
    assertThat(captured.takeRemark()).isEmpty();
    captured.trimmed(5, 2, 0, 1_500);
    assertThat(captured.takeRemark()).contains("trimmed at s1 p2, was 1500 B");
    assertThat(captured.takeRemark()).isEmpty();
    captured.marked(6, 2, 0, 1);
    assertThat(captured.takeRemark()).contains("ECN CE at s1 p2 q0 depth=0B");
  }

  /** The remarks that captures get of packets of which the second is trimmed. */
  private List<String> remarks(boolean trimmedArrives) {
    SwitchNode captured =
        node(
            true,
            QueueConfig.packets(1).withTrimming(new QueueConfig.Trimming(64, 48, 1)),
            QueueConfig.packets(4));
    List<String> remarks = new ArrayList<>();
    LinkTap tap =
        new LinkTap() {
          @Override
          public void sent(Packet packet, long nowPs) {
            remarks.add(packet.length() + " " + captured.takeRemark().orElse("-"));
          }

          @Override
          public void arrived(Packet packet, long nowPs) {}
        };
    SimplexLink out = link(captured, 2, tap);
    long nowPs = end.eventQueue().nowPs();
    out.startAt(nowPs + 1);
    program(captured, 2);
    captured.sink(1).arrive(ipv4(100), nowPs);
    captured.sink(1).arrive(ipv4(200), nowPs);
    out.setUp(trimmedArrives);
    run();
    program(captured, 3);
    link(captured, 3, tap);
    captured.sink(1).arrive(ipv4(300), end.eventQueue().nowPs());
    run();
    return remarks;
  }

  @Test
  void whatWasDoneToAPacketIsSaidOfNoOther() {
    assertThat(remarks(true)).containsExactly("64 trimmed at s1 p2, was 200 B", "100 -", "300 -");
    assertThat(remarks(false)).as("the trimmed one is lost on its link").containsExactly("300 -");
  }
}
