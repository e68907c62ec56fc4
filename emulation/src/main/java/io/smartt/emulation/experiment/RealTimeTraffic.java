package io.smartt.emulation.experiment;

import io.netty.channel.EventLoop;
import io.smartt.emulation.netns.FabricSwitches;
import io.smartt.emulation.report.Progress;
import io.smartt.emulation.report.RunMonitor;
import io.smartt.emulation.report.RunStatus;
import io.smartt.emulation.topology.Host;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import io.smartt.host.agent.HostAgent;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.transport.TransportCounters;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Has agents carry a workload in real time and watches from another thread until all flows are
 * done, nothing has moved for long, or somebody asks to stop.
 */
final class RealTimeTraffic {
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(20);
  private static final long PS_PER_S = 1_000_000_000_000L;
  private static final long LEAST_PATIENCE_PS = 30 * PS_PER_S;
  private static final long PATIENCE_BASE_RTTS = 1000;

  private final RunInputs in;
  private final Traffic traffic;
  private final List<HostAgent> agents;
  private final EventLoop loop;
  private final KernelClock clock;
  private final long patiencePs;

  /** How a run ended, with the reason where it did not complete. */
  record Ending(RunStatus status, Optional<String> message) {}

  /** One look at the hosts. */
  private record Look(
      Progress progress, boolean done, long mismatches, long verified, Optional<String> failure) {}

  /**
   * @param agents by host, all on the loop
   * @param baseRttPs the network's longest
   */
  RealTimeTraffic(
      RunInputs in,
      Traffic traffic,
      List<HostAgent> agents,
      EventLoop loop,
      KernelClock clock,
      long baseRttPs) {
    this.in = in;
    this.traffic = traffic;
    this.agents = agents;
    this.loop = loop;
    this.clock = clock;
    patiencePs = Math.max(LEAST_PATIENCE_PS, PATIENCE_BASE_RTTS * baseRttPs);
  }

  /** Runs something on the hosts' loop. */
  <T> T call(Supplier<T> task) {
    return loop.submit(task::get).syncUninterruptibly().getNow();
  }

  /**
   * Runs until the workload ends, in any way.
   *
   * @param again programs a switch that was started again
   */
  Ending run(FabricSwitches switches, Consumer<Switch> again, RunMonitor monitor) {
    RealTimeOutages outages =
        new RealTimeOutages(
            in.spec().settings().get(SettingKeys.LINK_FAILURES),
            in.spec().dilation(),
            in.topology(),
            switches);
    NetnsCarrier carrier = new NetnsCarrier(loop, agents);
    clock.restart();
    call(() -> {
      traffic.begin(carrier);
      return true;
    });
    long movedPs = 0;
    long lastBytes = -1;
    while (true) {
      LockSupport.parkNanos(LOOK_NS);
      outages.apply(clock.nowPs());
      for (Switch sw : switches.restarted()) {
        again.accept(sw);
        monitor.stage("switch " + sw.name() + " had ended; it was started and programmed again");
      }
      Look look = call(this::look);
      monitor.progress(look.progress());
      Optional<Ending> ending = judge(look, monitor, movedPs);
      if (ending.isPresent()) {
        return ending.get();
      }
      if (look.progress().bytesDelivered() != lastBytes) {
        lastBytes = look.progress().bytesDelivered();
        movedPs = look.progress().timePs();
      }
    }
  }

  private Optional<Ending> judge(Look look, RunMonitor monitor, long movedPs) {
    if (look.mismatches() > 0) {
      return failed(look.mismatches() + " frames brought bytes that were not sent");
    }
    if (look.failure().isPresent()) {
      return failed(look.failure().get());
    }
    if (look.done()) {
      long total = in.workload().totalBytes();
      return look.verified() == total
          ? Optional.of(new Ending(RunStatus.COMPLETED, Optional.empty()))
          : failed("verified " + look.verified() + " B of " + total + " B, each once");
    }
    long nowPs = look.progress().timePs();
    if (monitor.interrupted()) {
      return Optional.of(
          new Ending(
              RunStatus.INTERRUPTED, Optional.of("interrupted at " + nowPs / 1_000_000 + " us")));
    }
    return nowPs - movedPs > patiencePs
        ? failed(
            call(traffic::unfinished) + "nothing was delivered for " + patiencePs / PS_PER_S + " s")
        : Optional.empty();
  }

  private static Optional<Ending> failed(String why) {
    return Optional.of(new Ending(RunStatus.FAILED, Optional.of(why)));
  }

  private Look look() {
    long delivered = 0;
    long verified = 0;
    long mismatches = 0;
    Topology topology = in.topology();
    for (Host host : topology.hosts()) {
      TransportCounters counters = agents.get(host.index()).endpoint().counters();
      delivered += counters.bytesDelivered();
      verified += counters.bytesVerified();
      mismatches += counters.payloadMismatches();
    }
    Progress progress =
        new Progress(
            clock.nowPs(),
            delivered,
            in.workload().totalBytes(),
            traffic.finishedFlows(),
            traffic.flows().size());
    return new Look(progress, traffic.isDone(), mismatches, verified, traffic.failure());
  }
}
