package io.smartt.realtime;

import module java.base;

import io.smartt.base.concurrent.Polling;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.HostSetup;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunMonitor.Progress;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.SchemesOfHosts;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.TrafficClasses;
import io.smartt.experiment.traffic.ProcessCost;
import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * A small experiment on the same fabric and program before the measured one. It has the JVM compile
 * the packet path, so that the first measured packets are as fast as the last.
 */
public final class WarmUp {
  private static final String COMMANDS = "com.sun.management:type=DiagnosticCommand";
  private static final long COMPILING_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private static final String NAME = "warm-up";
  private static final String EVERYBODY = "permutation:64MiB";
  private static final String NETWORK = "leafspine,2,2,2";
  private static final String TRAFFIC = "permutation:16MiB";

  /** The beginning of each reason. */
  static final String COLD = "the run started cold: ";

  /** The reason why a run without a warm-up starts cold. */
  public static final String NONE = COLD + "nothing was sent before it";

  private static final int EMPTY_LOOKS = 2;
  private static final long EMPTY_PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long EMPTY_PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

  private static final long COMPILING_PATIENCE_NS = TimeUnit.SECONDS.toNanos(10);

  private WarmUp() {}

  /**
   * Runs an experiment after a warm-up over its own network, for hosts with a JVM each.
   *
   * @param seconds of the warm-up at most; 0: no warm-up
   * @param hosts connects to the hosts, for inputs of theirs and what captures their frames
   */
  public static RunResult thenRun(
      RunInputs in,
      double seconds,
      BiFunction<RunInputs, Optional<AgentCapture>, RemoteHosts> hosts,
      RealTimeSwitches switches,
      Background background,
      Optional<CaptureSink> capture,
      ProcessCost cost,
      RunMonitor monitor) {
    Optional<String> cold =
        onSameNetwork(
            in, seconds, warmUp -> hosts.apply(warmUp, Optional.empty()), switches, monitor);
    switches.clearCounters();
    try (RemoteHosts connected =
        hosts.apply(in, capture.map(sink -> new AgentCapture(sink, in.topology(), true)))) {
      return new RealTimeRun(in, connected, switches, background, cold, Optional.empty())
          .run(cost, monitor);
    }
  }

  /**
   * Makes all hosts send over an experiment's own network.
   *
   * @param hosts connects to the hosts, for the warm-up's own inputs
   * @return why the next run starts cold; empty if it does not
   */
  private static Optional<String> onSameNetwork(
      RunInputs in,
      double seconds,
      Function<RunInputs, RealTimeHosts> hosts,
      RealTimeSwitches switches,
      RunMonitor monitor) {
    if (seconds == 0 || in.topology().hosts().size() < 2) {
      return Optional.of(NONE);
    }
    monitor.next("warming up, for all hosts' JVMs to compile what frames pass");
    Until until = new Until(System.nanoTime() + Math.round(seconds * 1e9), monitor);
    RunInputs traffic = everybodySends(in);
    RunResult result;
    try (RealTimeHosts connected = hosts.apply(traffic)) {
      result =
          new RealTimeRun(
                  traffic, connected, switches, Background.NONE, Optional.empty(), Optional.empty())
              .run(ProcessCost.start(), until);
    }
    // Not before: a warm-up that is cut goes on sending until its hosts have stopped.
    Optional<String> left = awaitEmpty(switches, monitor);
    return result.status() == RunStatus.FAILED
        ? Optional.of(COLD + "its warm-up failed: " + result.message().orElse(""))
        : left;
  }

  /**
   * Waits until what the warm-up sent has left the switches: a packet that comes when the next run
   * has begun is one that this run did not send, and may bear the number of a connection of its
   * own.
   *
   * @return the reason why the wait ended before; empty if it did not
   */
  private static Optional<String> awaitEmpty(RealTimeSwitches switches, RunMonitor monitor) {
    for (int looks = 0; looks < EMPTY_LOOKS; looks++) {
      if (Polling.until(
              "the warm-up's last packets",
              EMPTY_PATIENCE_NS,
              EMPTY_PAUSE_NS,
              () ->
                  Optional.of(
                          monitor.interrupted() || onTheWay(switches.countsNow().packets()) == 0)
                      .filter(done -> done))
          .isEmpty()) {
        return Optional.of(
            COLD + "packets of its warm-up were in switches for 10 s and may reach the run");
      }
      // Between two switches a packet is in neither.
      Polling.pause("the warm-up's last packets", EMPTY_PAUSE_NS);
    }
    return Optional.empty();
  }

  private static long onTheWay(PacketLedger packets) {
    return packets.to(PacketLedger.End.QUEUED) + packets.to(PacketLedger.End.IN_FLIGHT);
  }

  private static RunInputs everybodySends(RunInputs large) {
    ExperimentSpec asked = large.spec();
    Settings settings =
        withoutFailures(asked.settings()).with(SettingKeys.WORKLOAD.name(), EVERYBODY);
    ExperimentSpec spec =
        asked
            .renamed(NAME)
            .withSettings(settings)
            .withWorkload(new InputSource.Named(EVERYBODY))
            .unrecorded();
    return inputs(large, spec, large.topology());
  }

  private static Settings withoutFailures(Settings settings) {
    return settings
        .with(SettingKeys.LINK_FAILURES.name(), "none")
        .with(SettingKeys.FAILURES_LINKS.name(), "0")
        .with(SettingKeys.FAILURES_SWITCHES.name(), "0")
        .with(SettingKeys.FAILURES_HOSTS.name(), "0");
  }

  /** Returns the warm-up experiment of an experiment. */
  public static RunInputs of(RunInputs large) {
    ExperimentSpec asked = large.spec();
    Settings settings =
        withoutFailures(asked.settings())
            .with(SettingKeys.DILATION.name(), "1")
            .with(SettingKeys.TOPOLOGY.name(), NETWORK)
            .with(SettingKeys.LINK_RATE.name(), "200Mbps")
            .with(SettingKeys.LINK_LATENCY.name(), "1ms")
            .with(SettingKeys.LINK_LOSS.name(), "0")
            .with(SettingKeys.WORKLOAD.name(), TRAFFIC)
            .with("netns.agents", "together")
            .with("netns.tcp", "none")
            // Its switches are others.
            .without(Set.of(SettingKeys.ENTRIES.name()))
            .without(SchemesOfHosts.keys(asked.settings()))
            .without(TrafficClasses.keys(asked.settings()));
    ExperimentSpec spec =
        asked
            .renamed(NAME)
            .withSettings(settings)
            .withTopology(new InputSource.Named(NETWORK))
            .withWorkload(new InputSource.Named(TRAFFIC))
            .unrecorded();
    return inputs(large, spec, spec.buildTopology());
  }

  private static RunInputs inputs(RunInputs large, ExperimentSpec spec, Topology topology) {
    return new RunInputs(
        spec,
        large.identity(),
        topology,
        spec.buildWorkload(topology),
        large.program(),
        new HostSetup(spec, topology),
        large.programs(),
        large.logs(),
        Optional.empty(),
        large.threads());
  }

  /**
   * Waits until this JVM's compilers have done what a warm-up gave them, which needs event loops
   * that leave them a core.
   *
   * @param result of the warm-up; empty if it did not come to its traffic
   * @return why the next run starts cold; empty if it does not
   */
  public static Optional<String> cold(Optional<RunResult> result, double seconds) {
    boolean carried = result.map(RunResult::status).equals(Optional.of(RunStatus.COMPLETED));
    boolean compiled = hasCompiled(COMPILING_PATIENCE_NS);
    return carried && compiled
        ? Optional.empty()
        : Optional.of(
            COLD
                + "the warm-up of %s s at most ended before %s"
                    .formatted(
                        BigDecimal.valueOf(seconds).stripTrailingZeros().toPlainString(),
                        carried ? "the JVM had compiled what frames pass" : "its traffic did"));
  }

  /** A monitor that stops a run when its time is over, or when another monitor asks to. */
  public record Until(long endNs, RunMonitor other) implements RunMonitor {
    @Override
    public void stage(String what) {}

    @Override
    public void progress(Progress progress) {}

    @Override
    public boolean interrupted() {
      return other.interrupted() || System.nanoTime() - endNs > 0;
    }
  }

  /** Waits until this JVM has compiled what it wants to, and returns whether it has. */
  private static boolean hasCompiled(long patienceNs) {
    // A method is listed as Class::name, whether it waits or is being compiled.
    return Polling.until(
            "the JVM's compilers",
            patienceNs,
            COMPILING_PAUSE_NS,
            () -> compilerQueue().contains("::") ? Optional.empty() : Optional.of(true))
        .isPresent();
  }

  /** The methods that this JVM has still to compile; empty of a JVM that does not say. */
  private static String compilerQueue() {
    try {
      return (String)
          ManagementFactory.getPlatformMBeanServer()
              .invoke(new ObjectName(COMMANDS), "compilerQueue", new Object[] {}, new String[] {});
    } catch (JMException e) {
      return "";
    }
  }
}
