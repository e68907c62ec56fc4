package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.PacketLedger.End;
import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.SampleSeries;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.host.signals.SignalLayout;
import io.smartt.study.launch.Fabrics;
import io.smartt.virtual.Virtual.VirtualRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link VirtualExperiment}: three hosts to one, of two leaves. */
@Timeout(60)
class VirtualExperimentTest {
  private static final long BYTES = 3 * 128 * 1024;

  private static RunInputs inputs(String... assignments) {
    return inputsOf("incast:3x128KiB", assignments);
  }

  private static RunInputs inputsOf(String workload, String... assignments) {
    ExperimentSpec spec =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
            .load(
                "virtual",
                Map.of("topology", "leafspine,2,2,2", "workload", workload),
                List.of(assignments),
                false);
    LivePlan plan = new LivePlan(spec);
    return plan.inputs(spec.buildWorkload(plan.topology()));
  }

  /** Keeps how far a run came. */
  private static final class Last implements RunMonitor {
    private long delivered;
    private int finished;

    @Override
    public void progress(Progress progress) {
      delivered = progress.bytesDelivered();
      finished = progress.flowsFinished();
    }
  }

  private static void run(RunInputs in, VirtualExperiment experiment, RunMonitor monitor) {
    VirtualRun.program(in, experiment, monitor);
    assertThat(experiment.run(monitor, in.ideal().lastFinishPs()).status())
        .isEqualTo(RunStatus.COMPLETED);
  }

  /** What a run came to: each host's counters, in text. */
  private static List<String> run(RunInputs in, int threads) {
    try (VirtualExperiment experiment = new VirtualExperiment(in, Optional.empty(), threads)) {
      run(in, experiment, RunMonitor.NONE);
      return outcome(in, experiment);
    }
  }

  private static List<String> outcome(RunInputs in, VirtualExperiment experiment) {
    List<String> lines = new ArrayList<>();
    in.topology()
        .hosts()
        .forEach(host -> {
          var counters = experiment.counters(host);
          lines.add(
              "%s sent %d, heard %d, took %d"
                  .formatted(
                      host.name(),
                      counters.dataFramesSent(),
                      counters.acksReceived(),
                      counters.bytesDelivered()));
        });
    lines.add(experiment.fired() + " events");
    return lines;
  }

  @Test
  void allBytesArriveAndAreShownWhileTheyDo() {
    RunInputs in = inputs();
    Last last = new Last();
    try (VirtualExperiment experiment = new VirtualExperiment(in, Optional.empty(), 1)) {
      assertThat(experiment.fired()).isZero();
      run(in, experiment, last);
      assertThat(last.delivered).isEqualTo(BYTES);
      assertThat(last.finished).isEqualTo(3);
      assertThat(
              in.topology().hosts().stream()
                  .map(host -> experiment.counters(host).bytesDelivered()))
          .containsExactlyInAnyOrder(BYTES, 0L, 0L, 0L);
      assertThat(experiment.fired()).isGreaterThan(BYTES / 4_096);
      assertThat(experiment.hosts()).hasSize(4);
      assertThat(experiment.events().list()).isEmpty();
      assertThat(experiment.fabric().ledger().error()).isEmpty();
    }
  }

  @Test
  void seriesAreOfFlowsAndOfTheNetwork() {
    RunInputs in = inputs();
    try (VirtualExperiment experiment = new VirtualExperiment(in, Optional.empty(), 1)) {
      run(in, experiment, RunMonitor.NONE);
      assertThat(experiment.samples().series())
          .extracting(SampleSeries::subject)
          .hasAtLeastOneElementOfType(SampleSubject.Queue.class)
          .hasAtLeastOneElementOfType(SampleSubject.Flow.class);
      assertThat(experiment.recorders()).hasSize(2).doesNotHaveDuplicates();
    }
  }

  @Test
  void whoWatchesPacketsHasTheSameRunAndNoSeries() {
    RunInputs in = inputs();
    JourneyWatch watch = new JourneyWatch(0, 0, SignalLayout.NONE, _ -> false);
    try (VirtualExperiment experiment = VirtualExperiment.watched(in, watch)) {
      run(in, experiment, RunMonitor.NONE);
      assertThat(experiment.samples().series()).isEmpty();
      assertThat(outcome(in, experiment)).isEqualTo(run(in, 1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"host.phases=false", "host.phases=true"})
  void threadsChangeNothing(String setting) {
    assertThat(run(inputs(setting), 2)).isEqualTo(run(inputs(setting), 1));
  }

  @ParameterizedTest
  @CsvSource({"false, 1", "true, 3"})
  void hostsBeginTogetherOrEachAtAnInstantOfItsOwn(String phases, int instants) {
    RunInputs in = inputs("host.phases=" + phases);
    List<Long> times = new ArrayList<>();
    CaptureSink sink = packet -> times.add(packet.timePs());
    try (VirtualExperiment experiment = new VirtualExperiment(in, Optional.of(sink), 1)) {
      run(in, experiment, RunMonitor.NONE);
    }
    assertThat(times.subList(0, 3).stream().distinct()).hasSize(instants);
  }

  @Test
  void windowsAndWhatCrossesThemAreSeen() {
    RunInputs in = inputs();
    AtomicInteger windows = new AtomicInteger();
    try (VirtualExperiment experiment = new VirtualExperiment(in, Optional.empty(), 1)) {
      VirtualRun.program(in, experiment, RunMonitor.NONE);
      experiment.watchWindows((_, _, _) -> windows.incrementAndGet());
      assertThat(experiment.run(RunMonitor.NONE, in.ideal().lastFinishPs()).status())
          .isEqualTo(RunStatus.COMPLETED);
      assertThat(windows).hasPositiveValue();
      assertThat(experiment.crossings()).isNotEmpty();
    }
  }

  /** Two sightings of a packet on each link; the last of them are there when the run is closed. */
  @Test
  void aCaptureHasAllPacketsInTheOrderOfTimeAndChangesNothing() {
    RunInputs in = inputs();
    List<Long> times = new ArrayList<>();
    List<String> outcome;
    PacketLedger packets;
    long hops;
    CaptureSink sink = packet -> times.add(packet.timePs());
    try (VirtualExperiment experiment = new VirtualExperiment(in, Optional.of(sink), 2)) {
      run(in, experiment, RunMonitor.NONE);
      outcome = outcome(in, experiment);
      packets = experiment.fabric().ledger().packets();
      hops = experiment.fabric().ledger().counts().hops();
    }
    assertThat(times).isSorted();
    assertThat((long) times.size())
        .isEqualTo(2 * (hops + packets.to(End.HOSTS)) + packets.to(End.IN_FLIGHT));
    assertThat(outcome).isEqualTo(run(in, 1));
  }

  @Test
  void timeIsSkippedOnlyWhereNobodyLooksAtEachPacket() {
    RunInputs in = inputs("skip.steady=true");
    Optional<CaptureSink> capture = Optional.of(_ -> {});
    assertThatThrownBy(() -> new VirtualExperiment(in, capture, 1))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "skip.steady=true: who looks at each packet (--capture, journey) needs a run that skips"
                + " none; run it again with --set skip.steady=false");
    JourneyWatch watch = new JourneyWatch(0, 0, SignalLayout.NONE, _ -> false);
    assertThatThrownBy(() -> VirtualExperiment.watched(in, watch))
        .isInstanceOf(UserInputException.class);
    assertThat(run(in, 1).subList(0, 4))
        .as("too short to skip anything")
        .isEqualTo(run(inputs(), 1).subList(0, 4));
  }

  @Test
  void hostsThatSendToAllOthersHaveAMessageForEach() {
    assertThat(run(inputsOf("alltoall:3x16KiB"), 1))
        .filteredOn(line -> line.endsWith("took " + 3 * 16 * 1024))
        .hasSize(4);
  }

  /** Over so short a run no goodput is known to a ten thousandth of itself. */
  @ParameterizedTest
  @CsvSource({"1, true", "0.01, false"})
  void timeIsSkippedWhereGoodputIsKnownAsWellAsTheExperimentAsks(String percent, boolean skips) {
    RunInputs in = inputsOf("permutation:4MiB", "skip.steady=true", "skip.goodput=" + percent);
    try (VirtualExperiment experiment = new VirtualExperiment(in, Optional.empty(), 1)) {
      run(in, experiment, RunMonitor.NONE);
      assertThat(experiment.events().list().isEmpty()).isNotEqualTo(skips);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "link.loss=0.1, true",
    "link.loss=0, false",
    "link.failures=leaf1-spine1=loss:1%@1us, true",
    "link.failures=leaf1-spine1@900ms, false",
  })
  void whereLinksLoseAtRandomTheRunSaysThatNoTimeIsSkipped(String setting, boolean says) {
    RunInputs in = inputs("skip.steady=true", setting);
    try (VirtualExperiment experiment = new VirtualExperiment(in, Optional.empty(), 1)) {
      assertThat(experiment.events().list())
          .hasSize(says ? 1 : 0)
          .allMatch(event -> event.toString().contains("links lose packets at random"));
    }
  }

  @Test
  void failuresAreEventsOfTheRun() {
    RunInputs in = inputs("link.failures=leaf1-spine1@5us..15us");
    try (VirtualExperiment experiment = new VirtualExperiment(in, Optional.empty(), 1)) {
      run(in, experiment, RunMonitor.NONE);
      assertThat(experiment.events().list()).hasSize(2);
    }
  }

  @Test
  void threadsOfARunEndWithIt() throws InterruptedException {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    RunInputs in = inputs();
    List<Thread> own;
    try (VirtualExperiment experiment = new VirtualExperiment(in, Optional.empty(), 3)) {
      experiment.tasks().run(3, _ -> {});
      own =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().startsWith("simulation-"))
              .filter(thread -> !before.contains(thread))
              .toList();
    }
    assertThat(own).hasSize(2);
    for (Thread thread : own) {
      thread.join();
    }
  }
}
