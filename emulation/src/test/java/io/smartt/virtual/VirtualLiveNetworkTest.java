package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Switch;
import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.study.launch.Fabrics;
import io.smartt.virtual.Virtual.VirtualRun;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link VirtualLiveNetwork}. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class VirtualLiveNetworkTest {
  private static ExperimentSpec spec(String scheme, String... assignments) {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load(
            "virtual",
            Map.of("topology", "leafspine,2,2,4", "scheme", scheme),
            List.of(assignments),
            false);
  }

  private static LiveNetwork open(LivePlan plan) {
    return new VirtualLiveNetwork(plan, Clock.systemUTC(), RunMonitor.NONE);
  }

  private static RunResult run(LiveNetwork network, String workload) {
    return network.run(network.workload(workload), RunMonitor.NONE);
  }

  private static long retransmissions(RunResult result) {
    return result.flows().stream().mapToLong(flow -> flow.counters().retransmissions()).sum();
  }

  @ParameterizedTest
  @CsvSource({
    "smartt, incast:7x512KiB, none",
    "rocev2, incast:7x512KiB, none",
    "smartt, permutation:1MiB, leaf1-spine1@20us..150us",
  })
  void theFirstRunIsThatOfAnExperiment(String scheme, String workload, String failures) {
    LivePlan plan = new LivePlan(spec(scheme, "link.failures=" + failures));
    RunResult alone =
        new VirtualRun(plan.inputs(plan.workload(workload))).run(Optional.empty(), RunMonitor.NONE);
    try (LiveNetwork network = open(plan)) {
      RunResult live = run(network, workload);

      assertThat(live.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(live.flows()).isEqualTo(alone.flows());
      assertThat(live.queues()).isEqualTo(alone.queues());
      assertThat(live.switches().pauseFrames()).isEqualTo(alone.switches().pauseFrames());
      assertThat(live.history().events()).isEqualTo(alone.history().events());
      assertThat(live.history().events()).hasSize(failures.equals("none") ? 0 : 2);
      assertThat(live.samples().series()).hasSameSizeAs(alone.samples().series());
    }
  }

  @Test
  void switchesPauseTheirPeersUnderAnIncastAndLoseNothing() {
    try (LiveNetwork network = open(new LivePlan(spec("rocev2")))) {
      RunResult first = run(network, "incast:7x1MiB");
      RunResult second = run(network, "incast:7x1MiB");

      assertThat(first.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(
              first.queues().stream()
                  .mapToLong(queue -> queue.counters().dropped().packets())
                  .sum())
          .isZero();
      assertThat(first.switches().pauseFrames()).isPositive();
      assertThat(second.switches().pauseFrames()).isPositive();
      assertThat(network.counts().pauseFrames())
          .isEqualTo(first.switches().pauseFrames() + second.switches().pauseFrames());
    }
  }

  @Test
  void linkFailuresCountFromTheBeginningOfEachRunAndEndWithIt() {
    ExperimentSpec spec = spec("smartt", "link.failures=leaf1-spine1@10us");
    try (LiveNetwork network = open(new LivePlan(spec))) {
      Host from = network.topology().host(0);
      Host to = network.topology().host(7);
      for (int run = 0; run < 2; run++) {
        RunResult result = run(network, "permutation:1MiB");

        assertThat(result.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(retransmissions(result)).isPositive();
        for (Host other : network.topology().hosts()) {
          if (!other.equals(from)) {
            assertThat(network.ping(from, other)).isPresent();
          }
        }
        assertThat(network.ping(to, from)).isPresent();
      }
    }
  }

  @Test
  void lossOnLinksActsInEachRunAndIsCounted() {
    try (LiveNetwork network = open(new LivePlan(spec("smartt", "link.loss=2")))) {
      for (int run = 0; run < 2; run++) {
        RunResult result = run(network, "permutation:256KiB");

        assertThat(result.status()).isEqualTo(RunStatus.COMPLETED);
        assertThat(retransmissions(result)).isPositive();
        assertThat(result.packets().orElseThrow().dropped().of(DropReason.LINK_LOSS).orElse(0))
            .isPositive();
      }
    }
  }

  @Test
  void aFailureOfWhatIsNotThereIsRefusedBeforeAnythingRuns() {
    LivePlan plan = new LivePlan(spec("smartt", "link.failures=leaf1-spine9@10us"));

    assertThatThrownBy(() -> open(plan))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("spine9");
  }

  private static LiveNetwork open() {
    return open(new LivePlan(spec("smartt")));
  }

  private static Link link(LiveNetwork network, String one, String other) {
    return network.topology().links().stream()
        .filter(link -> link.a().node().name().equals(one) || link.b().node().name().equals(one))
        .filter(
            link -> link.a().node().name().equals(other) || link.b().node().name().equals(other))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPingTakesTheTimeOfItsWayAndNoneToTheHostItself() {
    try (LiveNetwork network = open()) {
      Host from = network.topology().host(0);
      Host near = network.topology().host(1);
      Host far = network.topology().host(7);
      assertThat(network.ping(from, from)).hasValue(0);
      long nearPs = network.ping(from, near).orElseThrow();
      long farPs = network.ping(from, far).orElseThrow();
      assertThat(nearPs).isBetween(1L, farPs - 1);
      assertThat(network.ping(from, near)).as("the same again").hasValue(nearPs);
      assertThat(network.ping(far, from)).as("and back").hasValue(farPs);
    }
  }

  @Test
  void aHostWhoseLinkIsDownAnswersNoPingAndTrafficGoesAroundOtherLinks() {
    try (LiveNetwork network = open()) {
      Host from = network.topology().host(0);
      Host to = network.topology().host(7);
      assertThat(network.ping(from, to)).isPresent();
      Link access = network.topology().access(to).link();
      network.setUp(access, false);
      assertThat(network.topology().isUp(access)).isFalse();
      assertThat(network.ping(from, to)).as("though it answered before").isEmpty();
      network.setUp(access, true);
      Link own = network.topology().access(from).link();
      network.setUp(own, false);
      assertThat(network.ping(from, to)).isEmpty();
      assertThat(network.counts().packets().dropped().of(DropReason.LINK_DOWN)).hasValue(1);
      network.setUp(own, true);
      network.setUp(link(network, "leaf1", "spine1"), false);
      for (Host other : network.topology().hosts()) {
        assertThat(network.ping(from, other)).as(other.name()).isPresent();
      }
      assertThat(run(network, "permutation:64KiB").status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(network.counts().packets().dropped().of(DropReason.LINK_DOWN).orElse(0))
          .as("but for that ping: the controller routes by what is up")
          .isEqualTo(1);
    }
  }

  @Test
  void virtualHostsRunNoProgramsAndNameAFabricWhoseHostsDo() {
    try (LiveNetwork network = open()) {
      assertThat(network.runsPrograms()).isFalse();
      assertThatThrownBy(() -> network.program(network.topology().host(2), "ls"))
          .isInstanceOf(UserInputException.class)
          .hasMessageStartingWith("h3 is a virtual host, which runs no programs")
          .hasMessageContaining("--profile netns");
    }
  }

  @Test
  void aCaptureHasBothEndsOfEachLinkOfAPingAndNothingOfBeforeOrAfter(@TempDir Path folder) {
    Path file = folder.resolve("ping.pcapng");
    Instant began = Instant.ofEpochSecond(1_800_000_000);
    try (LiveNetwork network =
        new VirtualLiveNetwork(
            new LivePlan(spec("smartt")), Clock.fixed(began, ZoneOffset.UTC), RunMonitor.NONE)) {
      Host from = network.topology().host(0);
      Host to = network.topology().host(1);
      assertThat(network.endCapture()).as("without one").isZero();
      long rttPs = network.ping(from, to).orElseThrow();
      network.capture(file);
      assertThat(network.ping(from, to)).isPresent();
      assertThat(network.endCapture()).isEqualTo(2 * 2 * 2);
      assertThat(network.ping(from, to)).isPresent();
      assertThat(network.endCapture()).isZero();
      List<Long> timesNs = timesNs(file);
      assertThat(pings(file)).as("one, whose request and answer have its number").hasSize(1);
      assertThat(timesNs).hasSize(8).isSorted();
      long beganNs = began.getEpochSecond() * 1_000_000_000;
      assertThat(timesNs.getFirst()).isEqualTo(beganNs);
      assertThat(timesNs.getLast() - beganNs).isBetween(rttPs / 1_000 - 1, rttPs / 1_000 + 1);
    }
  }

  @Test
  void aCaptureThatNobodyEndedIsWholeWhenTheNetworkIsGone(@TempDir Path folder) {
    Path file = folder.resolve("ping.pcapng");
    try (LiveNetwork network = open()) {
      network.capture(file);
      assertThat(network.ping(network.topology().host(0), network.topology().host(1))).isPresent();
    }
    assertThat(timesNs(file)).hasSize(8);
  }

  @Test
  void pingsOfACaptureHaveNumbersOfTheirOwn(@TempDir Path folder) {
    Path file = folder.resolve("pings.pcapng");
    try (LiveNetwork network = open()) {
      network.capture(file);
      for (int i = 1; i < 4; i++) {
        assertThat(network.ping(network.topology().host(0), network.topology().host(i)))
            .isPresent();
      }
    }
    assertThat(pings(file)).hasSize(3);
  }

  /** The identifiers of ICMP. */
  private static Set<Integer> pings(Path file) {
    Set<Integer> ids = new HashSet<>();
    try (CaptureReader reader = CaptureReader.open(file)) {
      for (Optional<RecordedPacket> next = reader.next(); next.isPresent(); next = reader.next()) {
        byte[] bytes = next.orElseThrow().bytes();
        ids.add((bytes[38] & 0xff) << 8 | (bytes[39] & 0xff));
      }
    }
    return ids;
  }

  private static List<Long> timesNs(Path file) {
    List<Long> times = new ArrayList<>();
    try (CaptureReader reader = CaptureReader.open(file)) {
      for (Optional<RecordedPacket> next = reader.next(); next.isPresent(); next = reader.next()) {
        times.add(next.orElseThrow().timeNs());
      }
    }
    return times;
  }

  @Test
  void eachQueueOfEachPortOfASwitchIsThere() {
    try (LiveNetwork network = open()) {
      Switch leaf = network.topology().switches().getFirst();
      List<QueueStatus> queues = network.queues(leaf);
      int perPort = queues.size() / network.topology().adjacencies(leaf).size();
      assertThat(perPort).isGreaterThan(1);
      assertThat(queues)
          .extracting(queue -> queue.port() + " " + queue.queue())
          .doesNotHaveDuplicates()
          .hasSize(6 * perPort);
      assertThat(network.ping(network.topology().host(0), network.topology().host(1))).isPresent();
      assertThat(
              network.queues(leaf).stream()
                  .mapToLong(queue -> queue.counters().enqueued().packets())
                  .sum())
          .isEqualTo(2);
    }
  }

  @Test
  void aSwitchIsTheOneThatItsControllerProgrammed() {
    try (LiveNetwork network = open()) {
      List<Long> ids = new ArrayList<>();
      for (Switch sw : network.topology().switches()) {
        ids.add(network.programmed(sw).client().switchId().deviceId());
      }
      assertThat(ids).containsExactly(1L, 2L, 3L, 4L);
    }
  }

  /** Keeps what is to be seen of a run while it goes on. */
  private static final class Looker implements RunMonitor {
    private final List<String> stages = new ArrayList<>();
    private final List<RunResult> seen = new ArrayList<>();
    private final List<Long> events = new ArrayList<>();
    private int recorders;
    private Optional<RunUnderWay> run = Optional.empty();

    @Override
    public void stage(String what) {
      stages.add(what);
    }

    @Override
    public void running(RunUnderWay underWay) {
      run = Optional.of(underWay);
      look(underWay);
    }

    @Override
    public void progress(Progress progress) {
      run.ifPresent(this::look);
    }

    private void look(RunUnderWay underWay) {
      seen.add(underWay.counted());
      events.add(underWay.events().orElse(-1));
      recorders = 0;
      underWay.readSamples(_ -> recorders++);
    }
  }

  private static long hops(RunResult result) {
    return result.queues().stream().mapToLong(queue -> queue.counters().enqueued().packets()).sum();
  }

  @Test
  void whoLooksAtARunSeesWhatItHasComeToAndNothingOfBefore() {
    ExperimentSpec spec = spec("rocev2", "link.failures=leaf1-spine1@20us..150us");
    Looker looker = new Looker();
    try (LiveNetwork network =
        new VirtualLiveNetwork(new LivePlan(spec), Clock.systemUTC(), looker)) {
      assertThat(looker.stages).containsExactly("programming 4 switches over P4Runtime");
      for (int run = 0; run < 2; run++) {
        looker.seen.clear();
        looker.events.clear();
        RunResult result = network.run(network.workload("incast:7x1MiB"), looker);

        assertThat(hops(looker.seen.getFirst())).isZero();
        assertThat(looker.seen.getFirst().switches().pauseFrames()).isZero();
        assertThat(looker.events.getFirst()).isZero();
        RunResult last = looker.seen.getLast();
        assertThat(hops(last)).isPositive().isLessThanOrEqualTo(hops(result));
        assertThat(last.switches().pauseFrames())
            .isPositive()
            .isLessThanOrEqualTo(result.switches().pauseFrames());
        assertThat(last.history().events()).isEqualTo(result.history().events()).hasSize(2);
        assertThat(looker.events.getLast()).isGreaterThan(hops(last));
        assertThat(looker.recorders).isEqualTo(2);
      }
    }
  }

  private static List<Long> ends(RunResult result) {
    return result.samples().series().stream()
        .map(series -> series.startPs(series.size() - 1))
        .toList();
  }

  @Test
  void seriesOfARunCountFromItsBeginningAndHaveNothingOfLater() {
    try (LiveNetwork network = open()) {
      RunResult first = run(network, "incast:7x256KiB");
      List<Long> ends = ends(first);
      assertThat(network.ping(network.topology().host(0), network.topology().host(7))).isPresent();
      RunResult second = run(network, "incast:7x256KiB");

      assertThat(second.status()).isEqualTo(RunStatus.COMPLETED);
      assertThat(hops(second)).isBetween(hops(first) * 9 / 10, hops(first) * 11 / 10);
      assertThat(ends(first)).isEqualTo(ends);
      assertThat(Collections.max(ends(second))).isLessThan(Collections.max(ends) * 11 / 10);
    }
  }

  @Test
  void whatARunThatWasStoppedHadLeftToSendIsNotSent() {
    RunMonitor stops =
        new RunMonitor() {
          @Override
          public boolean interrupted() {
            return true;
          }
        };
    try (LiveNetwork network = open()) {
      RunResult stopped = network.run(network.workload("incast:7x1MiB"), stops);
      assertThat(stopped.status()).isEqualTo(RunStatus.INTERRUPTED);
      Host to = network.topology().host(7);
      network.setUp(network.topology().access(to).link(), false);
      // Until what was on its way is there.
      assertThat(network.ping(network.topology().host(1), to)).isEmpty();
      assertThat(network.counts().hops()).isLessThan(hops(stopped) + 7 * 256);
    }
  }
}
