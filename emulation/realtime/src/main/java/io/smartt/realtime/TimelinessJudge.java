package io.smartt.realtime;

import module java.base;

import io.smartt.base.counters.PacketLedger;
import io.smartt.base.topology.PathProfiles;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.report.Distribution;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.RttRecord;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunHistory.MachineLateness;
import io.smartt.experiment.report.RunHistory.Timeliness;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.host.agent.HostAgent.SendLateness;
import io.smartt.softswitch.backend.SwitchLateness;

/**
 * Says from a run's own figures whether the machine kept time. The bounds are from runs of the same
 * experiments in virtual time, which is never late: what those never reach is the machine's doing.
 */
public final class TimelinessJudge {
  /** Share of the base RTT by which switches and hosts may come late. */
  private static final double MOST_LATENESS = 0.05;

  /** Share of the run in which switches may have had something to do and done nothing. */
  private static final double MOST_SWITCHES_LOST = 0.03;

  /** Share of the time with data to send in which hosts may not have sent it. */
  private static final double MOST_SENDING_LOST = 0.02;

  /** The most jitter of the median flow, in base RTTs. */
  private static final double MOST_JITTER = 0.5;

  /** The most that the least RTT of the luckiest flow may be, in base RTTs. */
  private static final double MOST_LEAST_RTT = 1.5;

  /** Percentage of the data packets that may time out without a drop that tells why. */
  private static final double MOST_TIMEOUTS = 0.1;

  /** A timeout may have been for the same packet again, or for one that waited behind it. */
  private static final int TIMEOUTS_A_DROP = 4;

  /**
   * The most that sleeps may be too long, as a share of them; a short sleep is always a little too
   * long.
   */
  private static final double MOST_STALLS = 0.25;

  /** There and back each link has its end served and each switch takes a frame in. */
  private static final int STAGES_A_LINK = 3;

  /** The sender's turn and the receiver's. */
  private static final int HOST_TURNS = 2;

  private TimelinessJudge() {}

  /**
   * Judges a run by what it shows and what happened to it.
   *
   * @param result with its ledger, as far as it is known
   * @param changing whether others used the network, so that RTTs say nothing of the machine
   * @param switches of the run's own time
   * @param lastedPs how long the run lasted, picoseconds
   * @param slept share of the run's short sleeps by which they were too long
   */
  public static Timeliness judge(
      RunInputs in,
      RunResult result,
      List<RunEvent> events,
      boolean changing,
      SwitchLateness switches,
      long lastedPs,
      SendLateness hosts,
      double slept) {
    PathProfiles paths = new PathProfiles(in.topology(), in.spec().packets());
    PathProfiles.PathProfile longest = paths.longest();
    MachineLateness late =
        new MachineLateness(
            switches.meanPs() * STAGES_A_LINK * longest.links() / longest.baseRttPs(),
            hosts.meanPs() * HOST_TURNS / longest.baseRttPs(),
            (double) switches.lostPs() / in.topology().switches().size() / Math.max(1, lastedPs),
            hosts.lostShare(),
            slept);
    boolean excused =
        in.spec().settings().get(SettingKeys.LINK_LOSS) > 0
            || events.stream().anyMatch(event -> event.kind().delaysPackets())
            || outlivesTimeout(in.spec(), paths, in.hosts().timeoutPs(longest.baseRttPs()));
    TimingFigures figures = TimingFigures.of(result, excused, late);
    List<String> interruptions =
        events.stream().filter(e -> e.kind().interrupts()).map(RunEvent::what).distinct().toList();
    return judge(
        interruptions,
        changing || events.stream().anyMatch(event -> event.kind() == RunEvent.Kind.LINK_CHANGED)
            ? figures.withoutRtts()
            : figures);
  }

  /**
   * Returns whether full queues all along the longest path can hold a packet until its sender gives
   * it up.
   *
   * @param timeoutPs how long it waits for the packet's answer
   */
  static boolean outlivesTimeout(ExperimentSpec spec, PathProfiles paths, long timeoutPs) {
    PathProfiles.PathProfile longest = paths.longest();
    double queueRtts = (longest.links() - 1) * new SwitchPorts(spec, paths).largestQueueBdps();
    return (1 + queueRtts) * longest.baseRttPs() >= timeoutPs;
  }

  /**
   * Judges figures.
   *
   * @param interruptions by which nodes stood still: what came late through them is late by these
   */
  static Timeliness judge(List<String> interruptions, TimingFigures seen) {
    MachineLateness late = seen.late();
    List<String> reasons = new ArrayList<>();
    if (interruptions.isEmpty()) {
      whatCameLate(seen, reasons);
    }
    above(
        reasons,
        100 * MOST_STALLS,
        100 * late.slept(),
        "this process slept too long %s %% of the time (bound %s %%)");
    return new Timeliness(interruptions, reasons, late);
  }

  private static void whatCameLate(TimingFigures seen, List<String> reasons) {
    MachineLateness late = seen.late();
    above(
        reasons,
        100 * MOST_LATENESS,
        100 * (late.switches() + late.hosts()),
        "late switches and hosts made RTTs %s %% longer (bound %s %%)");
    above(
        reasons,
        100 * MOST_SWITCHES_LOST,
        100 * late.switchesLost(),
        "switches did nothing for %s %% of the time, though something was due (bound %s %%)");
    above(
        reasons,
        100 * MOST_SENDING_LOST,
        100 * late.sendingLost(),
        "hosts did not send for %s %% of the time in which they had data that could go"
            + " (bound %s %%)");
    if (!seen.timeoutsExcused()) {
      long unexplained = Math.max(0, seen.timeouts() - TIMEOUTS_A_DROP * seen.lost());
      above(
          reasons,
          MOST_TIMEOUTS,
          100.0 * unexplained / Math.max(1, seen.packetsSent()),
          "%s %% of packets timed out for no drop (bound %s %%): "
              + "%d timeouts among %d packets, though %d were lost"
                  .formatted(seen.timeouts(), seen.packetsSent(), seen.lost()));
    }
    above(reasons, MOST_JITTER, seen.jitter().orElse(0), "RTT jitter was %s base RTTs (bound %s)");
    above(
        reasons,
        MOST_LEAST_RTT,
        seen.leastRtt().orElse(0),
        "no RTT was below %s base RTTs (bound %s)");
  }

  /** A reason with figure and bound, in digits that show that the figure is beyond it. */
  private static void above(List<String> reasons, double bound, double value, String what) {
    if (value > bound) {
      String most = plain(bound, 3);
      String is = plain(value, 3);
      reasons.add(what.formatted(is.equals(most) ? plain(value, 9) : is, most));
    }
  }

  private static String plain(double value, int digits) {
    return new BigDecimal(value)
        .round(new MathContext(digits))
        .stripTrailingZeros()
        .toPlainString();
  }

  /**
   * The figures that a run in real time shows of the machine that it ran on.
   *
   * @param packetsSent data packets that hosts sent
   * @param timeouts that fired at senders
   * @param lost packets that were dropped, the kernel's included, or are unaccounted for
   * @param timeoutsExcused whether links were to lose packets, or did for a reason that an event
   *     names, or full queues hold packets longer than their timeout
   * @param jitter median over flows of RTT jitter over base RTT; empty if none was measured
   * @param leastRtt least over flows of the shortest RTT over base RTT; empty if none was measured
   * @param late what was measured where it happens
   */
  record TimingFigures(
      long packetsSent,
      long timeouts,
      long lost,
      boolean timeoutsExcused,
      OptionalDouble jitter,
      OptionalDouble leastRtt,
      MachineLateness late) {

    static TimingFigures of(RunResult result, boolean timeoutsExcused, MachineLateness late) {
      List<FlowCounters> counted = result.flows().stream().map(FlowRecord::counters).toList();
      return new TimingFigures(
          counted.stream().mapToLong(FlowCounters::packetsSent).sum(),
          counted.stream().mapToLong(FlowCounters::timeouts).sum(),
          result.drops()
              + Math.max(
                  0,
                  result
                      .packets()
                      .map(PacketLedger::unaccounted)
                      .orElse(OptionalLong.empty())
                      .orElse(0)),
          timeoutsExcused,
          Distribution.of(overBase(result, RttRecord::jitterPs))
              .map(all -> OptionalDouble.of(all.median()))
              .orElse(OptionalDouble.empty()),
          Distribution.of(overBase(result, RttRecord::leastPs))
              .map(all -> OptionalDouble.of(all.min()))
              .orElse(OptionalDouble.empty()),
          late);
    }

    /** The same for a network whose links changed, so that RTTs say nothing of the machine. */
    TimingFigures withoutRtts() {
      return new TimingFigures(
          packetsSent,
          timeouts,
          lost,
          timeoutsExcused,
          OptionalDouble.empty(),
          OptionalDouble.empty(),
          late);
    }

    private static double[] overBase(RunResult result, ToDoubleFunction<RttRecord> value) {
      return result.flows().stream()
          .filter(flow -> flow.rtt().isPresent())
          .mapToDouble(
              flow -> value.applyAsDouble(flow.rtt().orElseThrow()) / flow.path().baseRttPs())
          .toArray();
    }
  }
}
