package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Switch;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunHistory.Timeliness;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.host.agent.v1.Counters;
import io.smartt.host.agent.v1.Frames;
import io.smartt.host.agent.v1.Lateness;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of what a run with agents, which is one on Docker, on workers or on a testbed, is judged
 * by.
 */
@Timeout(60)
class RemoteVerdictTest {
  private static final Lateness NONE = Lateness.getDefaultInstance();
  private static final Counters QUIET = counters(0);
  private static final Background MACHINES =
      new MachineNotes(List.of("worker 10.99.0.1:9570 has 2 hosts, 2 switches and 2 cut links"));
  private static final SwitchLateness EARLIER = new SwitchLateness(100, 900_000_000, 900_000_000);
  private static final Offset<Double> EXACT = Offset.offset(1e-9);

  @TempDir private Path folder;
  private RunInputs in;
  private long baseRttPs;

  @BeforeEach
  void load() {
    in = MadeUpInputs.of(folder);
    baseRttPs = new PathProfiles(in.topology(), in.spec().packets()).longest().baseRttPs();
  }

  private static Counters counters(int timeouts) {
    return Counters.newBuilder().setDataFramesSent(1_000).setTimeouts(timeouts).build();
  }

  /** Switches that had been late before the run, and are so by some more in it. */
  private final class LateSwitches extends IdleSwitches {
    private final SwitchLateness more;
    private final Optional<RunEvent.Kind> happens;
    private boolean asked;
    private boolean polled;

    LateSwitches(SwitchLateness more, Optional<RunEvent.Kind> happens) {
      this.more = more;
      this.happens = happens;
    }

    @Override
    public Map<Switch, SwitchLateness> lateness() {
      SwitchLateness now = asked ? EARLIER.plus(more) : EARLIER;
      asked = true;
      return Map.of(in.topology().switches().getFirst(), now);
    }

    @Override
    public void poll(long timePs, RunEvents events, RunMonitor monitor) {
      if (!polled) {
        polled = true;
        happens.ifPresent(kind -> events.add(timePs, kind, "something happened"));
      }
    }
  }

  private Timeliness verdict(
      Counters ofFlows,
      Lateness ofHosts,
      SwitchLateness ofSwitches,
      Background background,
      Optional<RunEvent.Kind> happens,
      Optional<String> cold) {
    try (DoneAtOnce agents = new DoneAtOnce(in.topology(), ofFlows, ofHosts);
        RemoteHosts hosts = agents.hosts(in, _ -> Optional.empty())) {
      RunResult result =
          new RealTimeRun(
                  in,
                  hosts,
                  new LateSwitches(ofSwitches, happens),
                  background,
                  cold,
                  Optional.empty())
              .run(ProcessCost.start(), RunMonitor.NONE);
      assertThat(result.status()).as("%s", result.message()).isEqualTo(RunStatus.COMPLETED);
      return result.history().timeliness().orElseThrow();
    }
  }

  private Timeliness verdict(Lateness ofHosts, SwitchLateness ofSwitches) {
    return verdict(QUIET, ofHosts, ofSwitches, MACHINES, Optional.empty(), Optional.empty());
  }

  @Test
  void agentsThatSentLateMakeARunLateByTheMeanOfAllTheirTurns() {
    long turns = 10;
    long eachPs = baseRttPs / 10;
    Timeliness judged =
        verdict(
            Lateness.newBuilder().setTurns(turns).setLatePs(turns * eachPs).build(),
            SwitchLateness.NONE);

    // The sender's turn and the receiver's.
    assertThat(judged.lateness().hosts()).isCloseTo(2 * eachPs / (double) baseRttPs, EXACT);
    assertThat(judged.timely()).isFalse();
    assertThat(judged.reasons())
        .contains("late switches and hosts made RTTs 20 % longer (bound 5 %)");
  }

  @Test
  void aWindowThatAgentsLeftUnusedMakesARunLateThoughNoPacketShowsIt() {
    Timeliness judged =
        verdict(
            Lateness.newBuilder().setTurns(10).setBusyPs(95_000_000).setLostPs(5_000_000).build(),
            SwitchLateness.NONE);

    assertThat(judged.lateness().sendingLost()).isCloseTo(0.05, EXACT);
    assertThat(judged.reasons())
        .contains(
            "hosts did not send for 5 % of the time in which they had data that could go"
                + " (bound 2 %)");
  }

  @Test
  void switchesAreJudgedByWhatTheyWereLateInTheRun() {
    long eachPs = baseRttPs / 60;
    Timeliness judged = verdict(NONE, new SwitchLateness(10, 10 * eachPs, 0));

    // Two links, each with three stages.
    assertThat(judged.lateness().switches()).isCloseTo(6 * eachPs / (double) baseRttPs, EXACT);
    assertThat(judged.lateness().switchesLost()).isZero();
    assertThat(judged.reasons())
        .contains("late switches and hosts made RTTs 10 % longer (bound 5 %)");
  }

  private List<String> ofTimeouts(
      int timeouts, Background background, Optional<RunEvent.Kind> happens, Optional<String> cold) {
    return verdict(counters(timeouts), NONE, SwitchLateness.NONE, background, happens, cold)
        .reasons();
  }

  /** What is said of machines, and a JVM that was cold, are events and lose nothing. */
  @Test
  void timeoutsThatNothingExplainsAreTheMachinesThoughThereAreEvents() {
    String unexplained =
        "11.6 % of packets timed out for no drop (bound 0.1 %):"
            + " 116 timeouts among 1000 packets, though 0 were lost";

    assertThat(ofTimeouts(116, MACHINES, Optional.empty(), Optional.of("no warm-up")))
        .contains(unexplained);
    assertThat(ofTimeouts(116, Background.NONE, Optional.empty(), Optional.empty()))
        .contains(unexplained);
    assertThat(ofTimeouts(116, MACHINES, Optional.of(RunEvent.Kind.LINK_UP), Optional.empty()))
        .contains(unexplained);
    assertThat(ofTimeouts(1, MACHINES, Optional.empty(), Optional.empty()))
        .noneMatch(reason -> reason.contains("timed out"));
  }

  @Test
  void timeoutsBySomethingThatDelaysPacketsAreItsOwn() {
    assertThat(ofTimeouts(116, MACHINES, Optional.of(RunEvent.Kind.LINK_CHANGED), Optional.empty()))
        .noneMatch(reason -> reason.contains("timed out"));
  }

  /** Packets whose copies hosts of a busy machine take in after four looks that saw no change. */
  private static final class LatePackets extends IdleSwitches {
    private int looks;

    @Override
    public SwitchCounts counts() {
      long copies = looks++ < 4 ? 5 : 0;
      return new SwitchCounts(
          List.of(),
          0,
          0,
          0,
          new PacketLedger(
              Map.of(PacketLedger.Source.COPIES, copies), Map.of(), Drops.UNKNOWN, List.of()));
    }
  }

  @Test
  void aLookThatSeesNoPacketArriveIsNotTheLast() {
    Counters frames =
        QUIET.toBuilder().setFrames(Frames.newBuilder().setSent(9).setReceived(9)).build();
    try (DoneAtOnce agents = new DoneAtOnce(in.topology(), frames, NONE);
        RemoteHosts hosts = agents.hosts(in, _ -> Optional.empty())) {
      RunResult result =
          new RealTimeRun(
                  in, hosts, new LatePackets(), Background.NONE, Optional.empty(), Optional.empty())
              .run(ProcessCost.start(), RunMonitor.NONE);

      assertThat(result.packets().orElseThrow().unaccounted()).hasValue(0);
    }
  }

  /** What came late through a tunnel that carried nothing is late by that. */
  @Test
  void aDeadUnderlayIsTheReasonAndNoMachineIsLate() {
    Timeliness judged =
        verdict(
            counters(116),
            NONE,
            SwitchLateness.NONE,
            MACHINES,
            Optional.of(RunEvent.Kind.NODE_SILENT),
            Optional.empty());

    assertThat(judged.timely()).isFalse();
    assertThat(judged.interruptions()).containsExactly("something happened");
    assertThat(judged.reasons()).noneMatch(reason -> reason.contains("timed out"));
  }
}
