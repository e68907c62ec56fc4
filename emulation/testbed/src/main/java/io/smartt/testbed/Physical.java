package io.smartt.testbed;

import module java.base;

import io.smartt.base.concurrent.Polling;
import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.run.Abilities;
import io.smartt.experiment.run.Abilities.Feature;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.TrafficClasses;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.host.packetio.KernelClock;
import io.smartt.realtime.AgentCapture;
import io.smartt.realtime.AttachedHost;
import io.smartt.realtime.Background;
import io.smartt.realtime.Reachability;
import io.smartt.realtime.RealTimeSwitches;
import io.smartt.realtime.RemoteHosts;
import io.smartt.realtime.WarmUp;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.testbed.TestbedSwitch.TargetKind;

/** The fabric {@code physical}: the switches and servers that a profile names. */
public final class Physical implements Fabric {
  private static final String CABLES = ": on fabric 'physical' cables are what they are";

  private final RealTestbed testbed = new RealTestbed();

  @Override
  public int place() {
    return 3;
  }

  @Override
  public FabricSettings settings() {
    return new FabricSettings(
            "physical", TestbedKeys.keys(), TestbedKeys.families(), Map.of(), Map.of())
        .formerly("testbed.rehearsal-s", "testbed.warm-up-s");
  }

  @Override
  public Abilities abilities(Fabric.Use use, Settings settings) {
    Abilities run =
        Abilities.all(settings)
            .without(Feature.LINK_LOSS, CABLES)
            .without(Feature.LINK_FAILURES, CABLES)
            .without(Feature.HOST_LINK_RATES, CABLES)
            .without(Feature.ONE_WAY_RATES, CABLES)
            .without(Feature.FRAME_OVERHEAD, CABLES)
            .without(Feature.HOST_DELAY, CABLES)
            .and(TestbedKeys.names());
    if (use != Fabric.Use.RUN) {
      return run.without(Feature.PFC, ", which fabric 'physical' has in runs only")
          .butNot(Feature.SHARED_BUFFER)
          .only();
    }
    List<TestbedSwitch> boxes = new TestbedFacts(settings).boxes();
    run = lacking(run, boxes, TargetKind::sharesMemory, Feature.SHARED_BUFFER, "its queues apart");
    run =
        lacking(
            run,
            boxes,
            TargetKind::hasClasses,
            Feature.CLASSES,
            "one queue of data; those with SONiC have more");
    run = lacking(run, boxes, TargetKind::hasClasses, Feature.PFC, "no pauses; SONiC's have");
    if (boxes.stream().anyMatch(box -> box.target() == TargetKind.BMV2)) {
      return run.withoutByteQueues();
    }
    // Tofinos have a pipeline of their own, and SONiC runs no program.
    return boxes.stream().anyMatch(TestbedSwitch::runsBmv2Json)
        ? run
        : run.butNot(SettingKeys.PROGRAM, SettingKeys.ENTRIES);
  }

  /** Refuses a feature that switches of a kind lack. */
  private static Abilities lacking(
      Abilities run,
      List<TestbedSwitch> boxes,
      Predicate<TargetKind> having,
      Feature feature,
      String has) {
    return boxes.stream()
        .filter(box -> !having.test(box.target()))
        .findFirst()
        .map(box ->
            run.without(feature, ": switch %s (%s) has ".formatted(box.name(), box.target()) + has))
        .orElse(run);
  }

  @Override
  public void require(ExperimentSpec spec) {
    testbed.require(spec);
  }

  @Override
  public OptionalInt countsTrimsAt(Settings settings) {
    return TrafficClasses.keys(settings).isEmpty()
            && new TestbedFacts(settings)
                .boxes().stream().allMatch(box -> box.target() == TargetKind.SONIC)
        ? OptionalInt.of(SonicPlans.SonicSettings.SECTION.read(settings).dataQueue())
        : OptionalInt.empty();
  }

  @Override
  public Fabric.FabricRun prepare(RunInputs inputs) {
    return new PhysicalRun(inputs, testbed);
  }

  /** A run on a testbed: real switches, and an agent on each server. */
  record PhysicalRun(RunInputs in, RealTestbed testbed) implements Fabric.FabricRun {
    @Override
    public RunResult run(Optional<CaptureSink> capture, RunMonitor monitor) {
      ProcessCost cost = ProcessCost.start();
      try (OpenTestbed session = testbed.open(in.spec(), in.topology(), monitor)) {
        monitor.next("checking that all hosts reach each other");
        requireReach(session.hosts());
        PhysicalSwitches switches = new PhysicalSwitches(session, monitor);
        // Agents that were just started interpret what frames pass. The switches' counters are
        // waited for here as after the run, whose counts begin with what they are then.
        return WarmUp.thenRun(
            in,
            in.spec().settings().get(TestbedKeys.WARM_UP_S),
            (inputs, tap) -> hosts(inputs, session, tap),
            switches,
            Background.NONE,
            capture,
            cost,
            monitor);
      }
    }

    private static RemoteHosts hosts(
        RunInputs inputs, OpenTestbed session, Optional<AgentCapture> capture) {
      return new RemoteHosts(
          inputs, session.hosts(), new KernelClock(), capture, host -> Optional.empty());
    }

    private void requireReach(List<AttachedHost> attached) {
      Map<Host, List<Host>> silent = new Reachability(in.spec(), in.topology()).silent(attached);
      if (!silent.isEmpty()) {
        throw new RunFailedException(
            silent.entrySet().stream()
                .map(entry ->
                    entry.getKey().name() + " gets no answer from " + names(entry.getValue()))
                .collect(Collectors.joining("; ")));
      }
    }

    private static String names(List<Host> hosts) {
      return hosts.stream().map(Host::name).collect(Collectors.joining(", "));
    }
  }

  /**
   * Switches of a testbed, which {@code smartt apply} sets up: a run reads counters, and changes
   * links if somebody asks for it.
   */
  static final class PhysicalSwitches implements RealTimeSwitches {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final OpenTestbed testbed;
    private final RunMonitor monitor;
    private SwitchCounts before = SwitchCounts.NONE;
    private SwitchCounts own = SwitchCounts.NONE;

    PhysicalSwitches(OpenTestbed testbed, RunMonitor monitor) {
      this.testbed = testbed;
      this.monitor = monitor;
    }

    /** Notes what they have counted; depths of real queues cannot be read often enough. */
    @Override
    public void startSampling(SampleRecorder samples) {
      before = upToDate();
    }

    @Override
    public void stopSampling() {
      own = upToDate().since(before);
    }

    /** Counts as of now at the earliest: switches show what they counted some time ago. */
    private SwitchCounts upToDate() {
      long lagNs = testbed.countsLag().toNanos();
      if (lagNs > 0) {
        monitor.stage("waiting %.1f s for the switches' counters".formatted(lagNs / 1e9));
      }
      long endNs = System.nanoTime() + lagNs;
      while (System.nanoTime() < endNs && !monitor.interrupted()) {
        Polling.pause(
            "the switches' counters", Math.min(LOOK_NS, Math.max(0, endNs - System.nanoTime())));
      }
      return testbed.counted();
    }

    @Override
    public void poll(long timePs, RunEvents events, RunMonitor watcher) {}

    @Override
    public void set(Link link, LinkCondition condition) {
      throw new IllegalStateException("links of a testbed are nobody's to take down");
    }

    @Override
    public void change(Link link, List<LinkChange> changes) {
      testbed.change(link, changes);
    }

    @Override
    public SwitchCounts counts() {
      return own;
    }

    @Override
    public SwitchCounts countsNow() {
      return testbed.counted();
    }
  }
}
