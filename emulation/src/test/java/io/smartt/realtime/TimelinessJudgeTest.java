package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.HostSetup;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunHistory.MachineLateness;
import io.smartt.experiment.report.RunHistory.Timeliness;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.realtime.TimelinessJudge.TimingFigures;
import io.smartt.study.launch.Fabrics;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link TimelinessJudge} from figures that runs had. */
class TimelinessJudgeTest {
  private static Timeliness judge(
      long packets, long timeouts, long drops, boolean lossWanted, double jitter, double least) {
    return TimelinessJudge.judge(
        List.of(),
        new TimingFigures(
            packets,
            timeouts,
            drops,
            lossWanted,
            OptionalDouble.of(jitter),
            OptionalDouble.of(least),
            new MachineLateness(0.015, 0.005, 0, 0.001, 0.05)));
  }

  @Test
  void aQuietRunIsTimely() {
    assertThat(judge(3096, 0, 0, false, 0.195, 1.025).timely()).isTrue();
  }

  @Test
  void timeoutsByDropsAreTheExperimentsOwn() {
    assertThat(judge(2206, 158, 158, false, 0.041, 1.12).timely()).isTrue();
  }

  @Test
  void timeoutsWithoutDropsAreTheMachines() {
    Timeliness late = judge(3100, 104, 0, false, 0.2, 1.1);

    assertThat(late.reasons())
        .containsExactly(
            "3.35 % of packets timed out for no drop (bound 0.1 %):"
                + " 104 timeouts among 3100 packets, though 0 were lost");
  }

  @Test
  void timeoutsOfALinkThatIsDownAreNobodysLateness() {
    assertThat(judge(8192, 104, 0, true, 0.2, 1.1).timely()).isTrue();
  }

  /** Two links, so one queue: of 5 BDPs it holds a packet for 6 base RTTs, of 6 for 7. */
  @ParameterizedTest
  @CsvSource({
    "queue.size=5bdp, false",
    "queue.size=7bdp, true",
    "queue.size=7bdp transport.timeout-base-rtts=9, false",
    "queue.size=64MiB trimming=asic buffer.size=1MiB, true",
    "queue.size=64MiB trimming=asic buffer.size=128KiB, false"
  })
  void aPacketThatWaitsInAQueueUntilItsTimeoutIsNoLateness(String settings, boolean outlives) {
    ExperimentSpec spec =
        new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
            .load("netns", Map.of("topology", "single,3"), List.of(settings.split(" ", -1)), false);
    Topology topology = spec.buildTopology();
    PathProfiles paths = new PathProfiles(topology, spec.packets());
    long timeoutPs = new HostSetup(spec, topology).timeoutPs(paths.longest().baseRttPs());

    assertThat(TimelinessJudge.outlivesTimeout(spec, paths, timeoutPs)).isEqualTo(outlives);
  }

  @Test
  void jitterBeyondTheNetworksIsTheMachines() {
    Timeliness late = judge(3096, 25, 7, false, 2.3, 1.1);

    assertThat(late.timely()).isFalse();
    assertThat(late.warning())
        .startsWith("this machine did not keep time: ")
        .contains("RTT jitter was 2.3 base RTTs (bound 0.5)");
  }

  private static Timeliness judge(double switches, double hosts, double lost, double slept) {
    return judge(new MachineLateness(switches, hosts, 0, lost, slept));
  }

  private static Timeliness judge(MachineLateness lateness) {
    return TimelinessJudge.judge(
        List.of(),
        new TimingFigures(
            1000, 0, 0, false, OptionalDouble.empty(), OptionalDouble.empty(), lateness));
  }

  @Test
  void switchesThatComeLateAndAProcessThatSleptTooLongAreNamed() {
    assertThat(judge(0.09, 0.02, 0, 0.4).reasons())
        .containsExactly(
            "late switches and hosts made RTTs 11 % longer (bound 5 %)",
            "this process slept too long 40 % of the time (bound 25 %)");
  }

  @Test
  void aHostThatDidNotSendWhatItCouldIsLateThoughNoPacketShowsIt() {
    assertThat(judge(0.01, 0.01, 0.12, 0.1).reasons())
        .containsExactly(
            "hosts did not send for 12 % of the time in which they had data that could go"
                + " (bound 2 %)");
  }

  @Test
  void switchesThatDidNothingThoughSomethingWasDueAreLateThoughNoPacketShowsIt() {
    Timeliness judged = judge(new MachineLateness(0.01, 0.01, 0.04, 0, 0.1));

    assertThat(judged.timely()).isFalse();
    assertThat(judged.reasons())
        .containsExactly(
            "switches did nothing for 4 % of the time, though something was due (bound 3 %)");
  }

  @Test
  void whatIsBeyondItsBoundReadsAsBeyondIt() {
    assertThat(judge(0.05 + 1e-6, 0, 0, 0).reasons())
        .containsExactly("late switches and hosts made RTTs 5.0001 % longer (bound 5 %)");
    assertThat(judge(0.05, 0, 0, 0).timely()).isTrue();
  }

  @Test
  void onlyWhatLosesPacketsExcusesTimeouts() {
    assertThat(RunEvent.Kind.LINK_DOWN.losesPackets()).isTrue();
    assertThat(RunEvent.Kind.SWITCH_RESTARTED.losesPackets()).isTrue();
    assertThat(RunEvent.Kind.WORKER.losesPackets()).isFalse();
    assertThat(RunEvent.Kind.BACKGROUND_TCP.losesPackets()).isFalse();
    assertThat(RunEvent.Kind.COLD_START.losesPackets()).isFalse();
    assertThat(RunEvent.Kind.LINK_RESTORED.losesPackets()).isFalse();
  }

  @Test
  void onlyWhatDelaysOrLosesWithoutACountExcusesTimeouts() {
    assertThat(RunEvent.Kind.LINK_CHANGED.delaysPackets()).isTrue();
    assertThat(RunEvent.Kind.NODE_SILENT.delaysPackets()).isTrue();
    assertThat(RunEvent.Kind.LINK_DOWN.delaysPackets()).isFalse();
    assertThat(RunEvent.Kind.FRAMES_REFUSED.delaysPackets()).isFalse();
  }

  /** A switch that was stopped for three seconds makes RTTs long, and no machine is late. */
  @Test
  void aNodeThatStoodStillIsTheReasonForWhatCameLateThroughIt() {
    Timeliness judged =
        TimelinessJudge.judge(
            List.of("switch leaf1 does not answer: its process is stopped (SIGSTOP)"),
            new TimingFigures(
                1000,
                50,
                0,
                true,
                OptionalDouble.of(2),
                OptionalDouble.of(1.1),
                new MachineLateness(0.4, 0.1, 0.4, 0.3, 0.05)));

    assertThat(judged.timely()).isFalse();
    assertThat(judged.late()).isEmpty();
    assertThat(judged.warning())
        .isEqualTo(
            "times are not the network's: switch leaf1 does not answer:"
                + " its process is stopped (SIGSTOP)");
  }

  /** Sixteen hosts that stood still are no sentence that anybody reads. */
  @Test
  void theWarningNamesFourNodesAndSaysHowManyMore() {
    List<String> silent =
        IntStream.rangeClosed(1, 6).mapToObj(i -> "h" + i + " does not answer").toList();
    MachineLateness late = new MachineLateness(0, 0, 0, 0, 0);

    assertThat(new Timeliness(silent, List.of(), late).warning())
        .isEqualTo(
            "times are not the network's: h1 does not answer; h2 does not answer; h3 does not"
                + " answer; h4 does not answer; and 2 more, see events.csv");
    assertThat(new Timeliness(silent.subList(0, 4), List.of(), late).warning())
        .endsWith("h4 does not answer");
  }
}
