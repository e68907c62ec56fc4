package io.smartt.experiment.trace.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.ReplaySender;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.trace.analysis.PortTraffic.QueueAnalysis;
import io.smartt.experiment.trace.analysis.TracedConnection.TracedFlow;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import io.smartt.study.rerun.RecordedWindows;
import io.smartt.study.rerun.RecordedWindows.RecordedWindow;
import io.smartt.study.rerun.WindowRerun;
import io.smartt.study.rerun.WindowRerun.WindowCurve;
import io.smartt.virtual.VirtualReplay;
import io.smartt.workload.Flow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One captured run, 8 hosts to one, with trims and marks, against what the run itself counted. */
class TracedRunTest {
  private static final int FLOWS = 8;

  @TempDir private static Path folder;
  private static Path run;
  private static Path trace;
  private static ExperimentSpec spec;

  @BeforeAll
  static void run() {
    run = folder.resolve("run");
    spec = carried(Map.of("workload", "incast:8x128KiB"), run);
    trace = run.resolve("trace.pcapng");
  }

  private static ExperimentSpec carried(Map<String, String> settings, Path into) {
    ExperimentSpec captured =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
            .load("virtual", settings, List.of(), true);
    new LocalRunner(
            Clock.fixed(Instant.ofEpochSecond(1_800_000_000), ZoneOffset.UTC),
            1,
            false,
            Fabrics.builtIn())
        .run(captured, Optional.of(into), RunMonitor.NONE);
    return captured;
  }

  private static List<TracedFlow> flows(TraceAnalysis.Watch watch) {
    return flows(run, watch);
  }

  private static List<TracedFlow> flows(Path of, TraceAnalysis.Watch watch) {
    try (CaptureSet captures = CaptureSet.open(List.of(of.resolve("trace.pcapng")))) {
      return TracedFlow.of(TraceAnalysis.of(captures, watch), captures.hostNames());
    }
  }

  private static List<Map<String, String>> table(Path of, String name) throws IOException {
    List<String> lines = Files.readAllLines(of.resolve(name));
    String[] titles = lines.getFirst().split(",", -1);
    List<Map<String, String>> rows = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      Map<String, String> row = new HashMap<>();
      for (int i = 0; i < cells.length; i++) {
        row.put(titles[i], cells[i]);
      }
      rows.add(row);
    }
    return rows;
  }

  @Test
  void packetsAloneTellWhatTheSendersCounted() throws IOException {
    Map<String, TracedFlow> bySource = new HashMap<>();
    flows(TraceAnalysis.Watch.NONE).forEach(flow -> bySource.put(flow.source(), flow));

    assertThat(bySource).hasSize(FLOWS);
    for (Map<String, String> row : table(run, "flows.csv")) {
      TracedFlow flow = Objects.requireNonNull(bySource.get(row.get("src")));
      TracedMessage message = flow.message();
      assertThat(flow.destination()).isEqualTo(row.get("dst"));
      assertThat(message.bytes()).isEqualTo(Long.parseLong(row.get("size_bytes")));
      assertThat(message.completionPs().orElseThrow() / 1e6)
          .isCloseTo(Double.parseDouble(row.get("fct_us")), within(0.002));
      assertThat(message.packets()).isEqualTo(Long.parseLong(row.get("packets_sent")));
      assertThat(message.retransmissions())
          .isEqualTo(Long.parseLong(row.get("retransmissions")))
          .isPositive();
      assertThat(message.timeouts()).isEqualTo(Long.parseLong(row.get("timeouts")));
      assertThat(message.trims()).isEqualTo(Long.parseLong(row.get("trims"))).isPositive();
      assertThat(message.marks()).isEqualTo(Long.parseLong(row.get("marks"))).isPositive();
    }
  }

  /** Behind a trimmed packet all are sent again, though nobody refused them. */
  @Test
  void whatGoesBackIsNoTimeout() throws IOException {
    Path ordered = folder.resolve("rod");
    var _ =
        carried(
            Map.of(
                "topology",
                "leafspine,2,2,2",
                "workload",
                "incast:3x256KiB",
                "transport.delivery",
                "rod"),
            ordered);
    Map<String, TracedMessage> bySource = new HashMap<>();
    flows(ordered, TraceAnalysis.Watch.NONE)
        .forEach(flow -> bySource.put(flow.source(), flow.message()));

    long trims = 0;
    for (Map<String, String> row : table(ordered, "flows.csv")) {
      TracedMessage message = Objects.requireNonNull(bySource.get(row.get("src")));
      assertThat(message.timeouts()).isEqualTo(Long.parseLong(row.get("timeouts")));
      assertThat(message.packets()).isEqualTo(Long.parseLong(row.get("packets_sent")));
      assertThat(message.retransmissions()).isEqualTo(Long.parseLong(row.get("retransmissions")));
      trims += message.trims();
    }
    assertThat(trims).isPositive();
  }

  @Test
  void packetsAloneTellWhatTheSwitchesDid() throws IOException {
    Map<String, Long> trims = new HashMap<>();
    Map<String, Long> marks = new HashMap<>();
    for (Map<String, String> row : table(run, "switches.csv")) {
      String port = row.get("switch") + "-eth" + row.get("port");
      trims.merge(port, Long.parseLong(row.get("trimmed_packets")), Long::sum);
      marks.merge(port, Long.parseLong(row.get("marked_packets")), Long::sum);
    }
    QueueAnalysis queues;
    try (CaptureSet captures = CaptureSet.open(List.of(trace))) {
      queues = new QueueAnalysis(captures);
      TraceAnalysis.of(captures, queues);
    }

    assertThat(queues.ports()).isNotEmpty();
    for (PortTraffic port : queues.ports()) {
      String name = port.port().name();
      assertThat(port.trims()).as("trims of " + name).isEqualTo(trims.getOrDefault(name, 0L));
      assertThat(port.marks()).as("marks of " + name).isEqualTo(marks.getOrDefault(name, 0L));
    }
    PortTraffic bottleneck =
        queues.ports().stream()
            .filter(port -> port.port().name().equals("leaf1-eth1"))
            .findFirst()
            .orElseThrow();
    assertThat(bottleneck.trims()).isPositive();
    assertThat(bottleneck.maxBytesInside()).isGreaterThan(50_000);
  }

  private static Map<Integer, List<WindowCurve>> rerun(List<TracedFlow> into, String... changes) {
    ReplaySender model = new ReplaySender(ReplaySender.changed(spec, List.of(changes)));
    WindowRerun rerun = new WindowRerun(Map.of("rerun", model));
    into.addAll(flows(rerun));
    return rerun.windows();
  }

  @Test
  void itsOwnSchemeMakesTheRecordedWindowOfTheRecordedAnswers() {
    List<TracedFlow> flows = new ArrayList<>();
    Map<Integer, List<WindowCurve>> windows = rerun(flows);
    Map<Integer, RecordedWindow> recorded =
        RecordedWindows.of(run).orElseThrow().byConnection(flows);

    assertThat(recorded).hasSize(FLOWS);
    recorded.forEach((connection, was) -> {
      WindowCurve again = Objects.requireNonNull(windows.get(connection)).getFirst();
      assertThat(was.bins()).hasSizeGreaterThan(32);
      // RTTs from stamps of whole nanoseconds round to another byte.
      assertThat(was.farthest(again))
          .as("window of connection %d", connection)
          .isLessThanOrEqualTo(2);
    });
  }

  @Test
  void anotherSchemeMakesAnotherWindowOfThem() {
    List<TracedFlow> flows = new ArrayList<>();
    Map<Integer, List<WindowCurve>> windows = rerun(flows, "scheme=swift");
    Map<Integer, RecordedWindow> recorded =
        RecordedWindows.of(run).orElseThrow().byConnection(flows);

    recorded.forEach((connection, was) ->
        assertThat(was.farthest(Objects.requireNonNull(windows.get(connection)).getFirst()))
            .isGreaterThan(spec.packets().mtuBytes()));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scheme.h2=dctcp",
        "scheme.to-h1=swift",
        "transport.delivery=rod",
        "intake.rate=0.5"
      })
  void whatATraceDoesNotTellItsSendersIsRefused(String setting) {
    assertThatThrownBy(() -> rerun(new ArrayList<>(), setting))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith("scheme 'smartt' with ")
        .hasMessageEndingWith("a rerun knows ACKs, trims and timeouts of one scheme; compare runs");
  }

  @ParameterizedTest
  @CsvSource({
    "schemes/Falcon.java, smartt, paths of its own",
    "co-design/DepthControl.java, ../docs/extend/co-design/depth.json, transport.signals"
  })
  void ownSchemesThatLearnMoreAreRefused(String file, String program, String what) {
    String[] changes = {"scheme=../docs/extend/" + file, "program=" + program};
    assertThatThrownBy(() -> rerun(new ArrayList<>(), changes))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining(what + ": a rerun knows ");
  }

  @Test
  void replayedFlowsCompleteInTheRecordedOrder() {
    List<TraceReplay.ReplayedFlow> flows =
        new TraceReplay(List.of(trace), 1, true)
            .into(
                new VirtualReplay(
                    ExperimentFile.read(
                        run.resolve("experiment.yaml"), Fabrics.builtIn().settings())));

    assertThat(flows).hasSize(FLOWS);
    for (TraceReplay.ReplayedFlow flow : flows) {
      assertThat(flow.replayedPs().orElseThrow() / 1e6)
          .isCloseTo(flow.recordedPs().orElseThrow() / 1e6, within(3.0));
      for (TraceReplay.ReplayedFlow other : flows) {
        // Flows that complete within two packets' time of each other have no order to keep.
        if (other.recordedPs().orElseThrow() - flow.recordedPs().orElseThrow() > 1_400_000) {
          assertThat(other.replayedPs().orElseThrow())
              .isGreaterThan(flow.replayedPs().orElseThrow());
        }
      }
    }
  }

  private static TraceReplay.ReplayedFlow completed(
      TracedFlow flow, long recordedPs, OptionalLong replayedPs) {
    return new TraceReplay.ReplayedFlow(flow, OptionalLong.of(recordedPs), replayedPs, 0);
  }

  @Test
  void flowsThatChangePlacesInAReplayAreNamed() {
    List<TracedFlow> four = flows(TraceAnalysis.Watch.NONE).subList(0, 4);
    List<Integer> numbers = four.stream().map(TracedFlow::number).toList();

    CompletionOrder order =
        CompletionOrder.of(
            List.of(
                completed(four.get(0), 40, OptionalLong.of(41)),
                completed(four.get(1), 20, OptionalLong.of(35)),
                completed(four.get(2), 30, OptionalLong.of(31)),
                completed(four.get(3), 10, OptionalLong.empty())));

    assertThat(order.recorded())
        .containsExactly(numbers.get(3), numbers.get(1), numbers.get(2), numbers.get(0));
    assertThat(order.replayed()).containsExactly(numbers.get(2), numbers.get(1), numbers.get(0));
    assertThat(order.swaps())
        .containsExactly(new CompletionOrder.Swap(numbers.get(1), numbers.get(2), 10));
    assertThat(order.farthestSwapPs()).isEqualTo(10);
  }

  @Test
  void aReplayAtHalfTheSpeedTakesTwiceAsLong() {
    List<TraceReplay.ReplayedFlow> flows =
        new TraceReplay(List.of(trace), 2, true).into(new VirtualReplay(spec));

    assertThat(flows)
        .allSatisfy(flow ->
            assertThat((double) flow.replayedPs().orElseThrow() / flow.recordedPs().orElseThrow())
                // Packets wait for each other less, so the last arrives a little sooner than that.
                .isBetween(1.7, 2.05));
  }

  @Test
  void theWorkloadOfATraceIsTheOneThatWasRun() {
    TraceWorkload made =
        TraceWorkload.of("trace", flows(TraceAnalysis.Watch.NONE), 16, spec.dilation());

    assertThat(made.cutFlows()).isZero();
    assertThat(made.workload().hosts()).isEqualTo(16);
    assertThat(made.workload().flows())
        .extracting(Flow::src, Flow::dst, Flow::bytes, Flow::start)
        .containsExactlyInAnyOrderElementsOf(
            spec.buildWorkload(spec.buildTopology()).flows().stream()
                .map(flow -> tuple(flow.src(), flow.dst(), flow.bytes(), flow.start()))
                .toList());
  }
}
