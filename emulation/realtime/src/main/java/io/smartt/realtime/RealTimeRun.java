package io.smartt.realtime;

import module java.base;

import io.smartt.base.concurrent.Polling;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.control.ControlSocket;
import io.smartt.experiment.report.ResultDraft;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunHistory;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.RunSamples;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.run.Abilities;
import io.smartt.experiment.run.Abilities.Feature;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.run.TrafficUnderWay;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;

/** Carries a workload over hosts and switches that are ready, in real time, and reports. */
public final class RealTimeRun {
  private static final int MOST_LOOKS = 20;
  private static final long BETWEEN_LOOKS_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final long BETWEEN_SIGNS_MS = 500;

  private final RunInputs in;
  private final RealTimeHosts hosts;
  private final RealTimeSwitches switches;
  private final Background background;
  private final SampleRecorder hostSamples;
  private final SampleRecorder switchSamples;
  private final RunEvents events = new RunEvents();
  private final RefusalWatch refusals;
  private final LinkWatch links;
  private Optional<ControlSocket> control = Optional.empty();
  private final Optional<String> cold;
  private final Optional<SwitchCounts> before;
  private Optional<Thread> life = Optional.empty();

  /** Returns the abilities of a fabric that makes a network of the kernel's links. */
  public static Abilities abilities(String fabric, Settings settings) {
    return Abilities.all(settings)
        .without(
            Feature.APPLY,
            ": fabric '%s' makes its switches as it wants them; 'physical' has some to change"
                .formatted(fabric))
        .without(Feature.PFC, ", which fabric '%s' has not; fabric 'virtual' has".formatted(fabric))
        .without(
            Feature.FRAME_OVERHEAD,
            ": frames of fabric '%s' take a link for their own bytes; those of 'virtual' may take more"
                .formatted(fabric))
        .without(
            Feature.HOST_DELAY,
            ": hosts of fabric '%s' take the time that they take; those of 'virtual' may take more"
                .formatted(fabric))
        .without(
            Feature.HOST_LINK_RATES,
            ": hosts of fabric '%s' keep the rate of their links; those of 'virtual' do not"
                .formatted(fabric))
        .without(
            Feature.ONE_WAY_RATES,
            ": links of fabric '%s' have one rate for both directions; those of 'virtual' may have two"
                .formatted(fabric))
        .of(settings.get(SettingKeys.SWITCH_KIND));
  }

  /**
   * Prepares a run with something else on the same network.
   *
   * @param cold why its first packets meet a JVM that has not compiled what they pass; empty if
   *     they do not
   * @param before what switches had counted that count on; empty if they count from the run's
   *     beginning
   */
  public RealTimeRun(
      RunInputs in,
      RealTimeHosts hosts,
      RealTimeSwitches switches,
      Background background,
      Optional<String> cold,
      Optional<SwitchCounts> before) {
    this.background = background;
    this.cold = cold;
    this.before = before;
    this.in = in;
    this.hosts = hosts;
    this.switches = switches;
    refusals =
        new RefusalWatch(in.topology(), switches::refused, hosts::lostFrames, System::nanoTime);
    links = LinkWatch.ofHosts(in.topology(), hosts::isCutOff, System::nanoTime);
    hostSamples = new SampleRecorder(in.spec().sampling());
    switchSamples = new SampleRecorder(in.spec().sampling());
  }

  /**
   * Runs the experiment once. However it ends, what was measured until then is in the result.
   *
   * @throws RunFailedException if the traffic cannot begin
   */
  public RunResult run(ProcessCost cost, RunMonitor monitor) {
    ExperimentSpec spec = in.spec();
    Topology topology = in.topology();
    PathProfiles paths = new PathProfiles(topology, spec.packets());
    Traffic.FlowClock oneClock = hosts.clock();
    Traffic traffic = in.traffic(_ -> oneClock, hostSamples);
    hosts.connect(traffic);
    Map<Switch, SwitchLateness> before = lateness();
    cold.ifPresent(why -> events.add(0, RunEvent.Kind.COLD_START, why));
    switches.startSampling(switchSamples);
    monitor.running(new TrafficUnderWay(in, traffic, in::ideal, new Here(), cost));
    RealTimeTraffic watched =
        new RealTimeTraffic(in, traffic, hosts, paths.longest().baseRttPs(), events);
    RealTimeTraffic.Ending ending = carried(watched, monitor);
    if (ending.status() != RunResult.RunStatus.COMPLETED) {
      // How far the flows came that did not finish.
      var _ = hosts.settled();
    }
    Counted counted =
        counted(() -> {
          if (ending.status() == RunStatus.COMPLETED) {
            // One that ended with the last flow is started again as any other.
            switches.poll(hosts.nowPs(), events, monitor);
          }
          switches.stopSampling();
        });
    ResultDraft draft =
        hosts.call(() ->
            in.result(
                traffic,
                in.ideal(),
                ending.status(),
                ending.message(),
                counted.counts(),
                List.of(),
                samples(),
                cost));
    // Of the switches alone where hosts' packets are not the experiment's own.
    packets(counted).ifPresent(draft::packets);
    RunHistory.Timeliness timeliness =
        TimelinessJudge.judge(
            in,
            draft.kept(hosts.mostKept()).result(),
            events.list(),
            background.mayBeOn(),
            SwitchLateness.between(before, lateness()),
            hosts.nowPs(),
            hosts.lateness(),
            watched.stallShare());
    if (!timeliness.late().isEmpty()) {
      events.add(hosts.nowPs(), RunEvent.Kind.MACHINE_LATE, timeliness.warning());
    }
    RunResult told = draft.history(new RunHistory(events.list(), Optional.of(timeliness))).result();
    return told.status() == RunStatus.FAILED
        ? told
        : counted.failure().map(told::failed).orElse(told);
  }

  /** The place of this run; what hosts know is read on their thread. */
  private final class Here implements TrafficUnderWay.Place {
    @Override
    public <T> T call(Supplier<T> task) {
      return hosts.call(task);
    }

    @Override
    public SwitchCounts counts() {
      return ofRun();
    }

    @Override
    public void readSamples(Consumer<SampleRecorder> reader) {
      hosts.call(() -> {
        reader.accept(hostSamples);
        return true;
      });
      switches.whileNotRecording(() -> reader.accept(switchSamples));
    }

    @Override
    public List<RunEvent> happened() {
      return events.list();
    }
  }

  /** Carries the traffic, while others may change links. */
  private RealTimeTraffic.Ending carried(RealTimeTraffic watched, RunMonitor monitor) {
    background.begin();
    try {
      return watched.run(switches, timePs -> look(timePs, monitor), monitor);
    } finally {
      life.ifPresent(Thread::interrupt);
      refusals.end(hosts.nowPs(), events);
      background.end(hosts.nowPs(), events);
      control.ifPresent(ControlSocket::close);
    }
  }

  /** Requests are taken from when the experiment's time has begun. */
  private void look(long timePs, RunMonitor monitor) {
    if (control.isEmpty()) {
      LinkOperator operator =
          new LinkOperator(in.topology(), in.spec().dilation(), switches, events, hosts::nowPs);
      control = in.folder().map(folder -> ControlSocket.open(folder, operator::change));
    }
    if (life.isEmpty()) {
      life = Optional.of(Thread.ofVirtual().start(() -> lookForLife(monitor)));
    }
    switches.poll(timePs, events, monitor);
    links.look(timePs, events, monitor);
    refusals.look(timePs);
  }

  /**
   * Looks for signs of life on a thread of its own, since who asks for counters waits for a switch
   * that is stopped.
   */
  private void lookForLife(RunMonitor monitor) {
    LifeWatch watch =
        new LifeWatch(
            Stream.concat(switches.signs().stream(), hosts.signs().stream()).toList(),
            hosts::nowPs,
            ask -> Thread.ofVirtual().start(ask),
            events,
            monitor);
    try {
      while (true) {
        watch.look();
        TimeUnit.MILLISECONDS.sleep(BETWEEN_SIGNS_MS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The counts of switches.
   *
   * @param failure why that is not known; the counts are nothing then
   */
  private record Counted(SwitchCounts counts, Optional<String> failure) {}

  private SwitchCounts ofRun() {
    SwitchCounts now = switches.counts();
    return before.map(now::since).orElse(now);
  }

  /**
   * @param first what is done first, and may find out that a switch is gone
   */
  private Counted counted(Runnable first) {
    try {
      first.run();
      return new Counted(ofRun(), Optional.empty());
    } catch (RunFailedException | P4RuntimeException e) {
      String why = String.valueOf(e.getMessage());
      String place = place(e);
      if (!events.lastKind(place).equals(Optional.of(RunEvent.Kind.SWITCH_LOST))) {
        events.add(hosts.nowPs(), RunEvent.Kind.SWITCH_LOST, why, place);
      }
      return new Counted(SwitchCounts.NONE, Optional.of(why));
    }
  }

  private static String place(RuntimeException e) {
    return switch (e) {
      case RunFailedException failed -> failed.place();
      case P4RuntimeException refused -> refused.switchId().name();
      default -> "";
    };
  }

  private Map<Switch, SwitchLateness> lateness() {
    try {
      return switches.lateness();
    } catch (RunFailedException e) {
      // It does not answer any more, which is said already.
      return Map.of();
    }
  }

  /**
   * Returns the ledger; what sockets still hold when the last flow ends arrives within moments, of
   * which a busy machine may let some pass without a packet, so it looks again.
   */
  private Optional<PacketLedger> packets(Counted counted) {
    if (counted.failure().isPresent() || background.isOn()) {
      return Optional.empty();
    }
    PacketLedger last = counted.counts().packets().plus(hosts.packets());
    for (int i = 0; i < MOST_LOOKS && last.unaccounted().orElse(0) != 0; i++) {
      Polling.pause("the last packets", BETWEEN_LOOKS_NS);
      Counted again = counted(() -> {});
      if (again.failure().isPresent()) {
        break;
      }
      last = again.counts().packets().plus(hosts.packets());
    }
    return Optional.of(last);
  }

  private RunSamples samples() {
    return hostSamples.samples().and(switchSamples.samples());
  }
}
