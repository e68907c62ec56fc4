package io.smartt.realtime;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunMonitor.Progress;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.FailureTimeline;
import io.smartt.experiment.run.FailureTimeline.LinkSwitch;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.host.transport.ReliabilitySettings;

/**
 * The traffic of a run in real time: agents carry a workload, and another thread watches until all
 * flows are done, nothing has moved for long, or somebody asks to stop.
 */
public final class RealTimeTraffic {
  private static final long POLL_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long PS_PER_S = 1_000_000_000_000L;
  private static final long LEAST_PATIENCE_PS = 30 * PS_PER_S;
  private static final long PATIENCE_BASE_RTTS = 1000;

  private final RunInputs in;
  private final Traffic traffic;
  private final RealTimeHosts hosts;
  private final RunEvents events;
  private final long patiencePs;
  private final Set<Integer> knownLost = new HashSet<>();
  private long asleepNs;
  private long oversleptNs;

  /** The end of a run: its status, with the reason where it did not complete. */
  public record Ending(RunStatus status, Optional<String> message) {}

  /** A snapshot of the hosts. */
  private record Look(
      Progress progress,
      boolean done,
      boolean working,
      RealTimeHosts.Totals totals,
      Optional<String> failure,
      Optional<RealTimeHosts.Lost> lost,
      boolean doneButLost) {}

  /**
   * @param baseRttPs the network's longest
   * @param events gets what happens to the run
   */
  public RealTimeTraffic(
      RunInputs in, Traffic traffic, RealTimeHosts hosts, long baseRttPs, RunEvents events) {
    this.in = in;
    this.traffic = traffic;
    this.hosts = hosts;
    this.events = events;
    int maxBackoff = SettingKeys.TRANSPORT.read(in.spec().settings()).maxBackoff();
    patiencePs = patiencePs(baseRttPs, in.hosts().timeoutPs(baseRttPs), maxBackoff);
  }

  /**
   * Returns how long nothing may move: 1,000 base RTTs and 30 s at least, and longer than a packet
   * or a request waits that is lost each time until its timeout is the longest, and once more.
   */
  static long patiencePs(long baseRttPs, long timeoutPs, int maxBackoff) {
    int doublings = Math.max(maxBackoff, ReliabilitySettings.UNPACED_DOUBLINGS);
    long waitsPs = (long) Math.scalb((double) timeoutPs, doublings + 2);
    return Math.max(waitsPs, Math.max(LEAST_PATIENCE_PS, PATIENCE_BASE_RTTS * baseRttPs));
  }

  /**
   * Runs until all flows are done, nothing moves any more or the monitor asks to stop.
   *
   * @param switches take links down and up
   * @param look run each time that the hosts are polled, with the time
   */
  public Ending run(LinkSwitch switches, LongConsumer look, RunMonitor monitor) {
    FailureTimeline failures =
        new FailureTimeline(FailurePlan.of(in.spec(), in.topology()), in.topology());
    // What is wrong from the start is so before the first packet.
    failures.apply(0, switches, events);
    hosts.begin();
    try {
      return watch(failures, switches, look, monitor);
    } catch (RunFailedException | P4RuntimeException e) {
      // What has been measured until now is worth having.
      return new Ending(
          monitor.interrupted() ? RunStatus.INTERRUPTED : RunStatus.FAILED,
          Optional.of(String.valueOf(e.getMessage())));
    }
  }

  private Ending watch(
      FailureTimeline failures, LinkSwitch switches, LongConsumer look, RunMonitor monitor) {
    long movedPs = 0;
    long lastBytes = -1;
    while (true) {
      pause();
      failures.apply(hosts.nowPs(), switches, events);
      look.accept(hosts.nowPs());
      Look seen = look();
      seen.lost().ifPresent(lost -> noteLost(lost, seen.progress().timePs(), monitor));
      monitor.progress(seen.progress());
      Optional<Ending> ending = judge(seen, monitor, movedPs);
      if (ending.isPresent()) {
        return ending.get();
      }
      if (seen.progress().bytesDelivered() != lastBytes || seen.working()) {
        lastBytes = seen.progress().bytesDelivered();
        movedPs = seen.progress().timePs();
      }
    }
  }

  /** Returns the share of this run's many short sleeps that was too long: this machine was late. */
  public double stallShare() {
    return asleepNs == 0 ? 0 : (double) oversleptNs / asleepNs;
  }

  private void pause() {
    long beganNs = System.nanoTime();
    try {
      TimeUnit.NANOSECONDS.sleep(POLL_INTERVAL_NS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunFailedException("the thread that watched the run was interrupted", e);
    }
    long sleptNs = System.nanoTime() - beganNs;
    asleepNs += sleptNs;
    oversleptNs += Math.max(0, sleptNs - POLL_INTERVAL_NS);
  }

  private void noteLost(RealTimeHosts.Lost lost, long nowPs, RunMonitor monitor) {
    lost.reasons()
        .forEach((host, why) -> {
          if (knownLost.add(host)) {
            events.add(nowPs, RunEvent.Kind.AGENT_LOST, why, in.topology().host(host).name());
            monitor.stage(why);
          }
        });
  }

  private Optional<Ending> judge(Look look, RunMonitor monitor, long movedPs) {
    RealTimeHosts.Totals totals = look.totals();
    if (totals.payloadMismatches() > 0) {
      return failed(totals.payloadMismatches() + " frames brought bytes that were not sent");
    }
    if (look.lost().isPresent()) {
      // The others' flows have a claim to their end.
      if (look.doneButLost()) {
        return failed(hosts.call(traffic::unfinished) + look.lost().get().why());
      }
    } else if (look.failure().isPresent()) {
      return failed(look.failure().get() + hosts.refused().words());
    }
    if (look.done()) {
      long total = in.workload().totalBytes();
      return totals.bytesVerified() == total
          ? Optional.of(new Ending(RunStatus.COMPLETED, Optional.empty()))
          : failed("verified " + totals.bytesVerified() + " B of " + total + " B, each once");
    }
    long nowPs = look.progress().timePs();
    if (monitor.interrupted()) {
      return Optional.of(
          new Ending(
              RunStatus.INTERRUPTED, Optional.of("interrupted at " + nowPs / 1_000_000 + " us")));
    }
    return nowPs - movedPs > patiencePs
        ? failed(hosts.call(traffic::unfinished) + stalled(look.lost()))
        : Optional.empty();
  }

  private String stalled(Optional<RealTimeHosts.Lost> lost) {
    return lost.map(RealTimeHosts.Lost::why)
        .orElseGet(() ->
            Stream.concat(
                    Stream.of("nothing was delivered for " + patiencePs / PS_PER_S + " s"),
                    events.silent().stream())
                .collect(Collectors.joining("; ", "", hosts.refused().words())));
  }

  private static Optional<Ending> failed(String why) {
    return Optional.of(new Ending(RunStatus.FAILED, Optional.of(why)));
  }

  private Look look() {
    boolean done = hosts.call(traffic::isDone);
    RealTimeHosts.Totals totals = done ? hosts.settled() : hosts.totals();
    Optional<RealTimeHosts.Lost> lost = hosts.lost();
    return hosts.call(() ->
        new Look(
            new Progress(
                Math.max(0, hosts.nowPs()),
                totals.bytesDelivered(),
                in.workload().totalBytes(),
                traffic.finishedFlows(),
                traffic.flows().size()),
            done,
            traffic.isWorking(),
            totals,
            traffic.failure(),
            lost,
            lost.isPresent() && traffic.isDoneBut(lost.get().hosts())));
  }
}
