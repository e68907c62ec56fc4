package io.smartt.testbed;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Topology;
import io.smartt.controller.rpc.TlsClientFiles.TlsException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.testbed.Preflight.PreflightRow;
import io.smartt.testbed.TestbedSwitch.TargetKind;
import io.smartt.testbed.sonic.SonicException;
import io.smartt.testbed.sonic.change.CheckpointStore;
import io.smartt.testbed.sonic.change.Pace.Patience;

/** The switches and servers that profiles name. */
public final class RealTestbed {
  private static final Duration AGENT_DEADLINE = Duration.ofSeconds(15);
  private static final Duration SWITCH_DEADLINE = Duration.ofMinutes(2);
  private static final TestbedChange.SwitchWaiting WAITING =
      TestbedChange.SwitchWaiting.of(SWITCH_DEADLINE, Patience.STANDARD.most());

  /**
   * The folder where checkpoints of switches are kept between a change and its being taken back.
   */
  private static final Path STATE = Path.of(".smartt");

  private static final String RUNS = "run";

  /**
   * Finds what a profile lacks, before anything is reached or written.
   *
   * @throws UserInputException in one line
   */
  void require(ExperimentSpec spec) {
    TestbedFacts facts = new TestbedFacts(spec.settings());
    for (Host host : spec.buildTopology().hosts()) {
      if (facts.server(host.name()).agent().isEmpty()) {
        throw new UserInputException(
            "hosts.%s.agent is missing: where the agent of %s listens, host:port"
                .formatted(host.name(), host.name()));
      }
    }
    if (facts.boxes().isEmpty()) {
      throw new UserInputException(
          "profile " + spec.profile() + " names no switches, which fabric 'physical' needs");
    }
    var _ = facts.tls();
    var _ = facts.agentToken();
    for (TestbedSwitch box : facts.boxes()) {
      var _ = box.requireAddress();
      if (box.target() == TargetKind.SONIC) {
        var _ = new SonicPlans(spec, facts).of(box);
      } else {
        P4Plans plans = new P4Plans(spec, facts);
        var _ = plans.desired(box, plans.program(box).info());
        requireTrimming(spec, box);
      }
    }
  }

  private static void requireTrimming(ExperimentSpec spec, TestbedSwitch box) {
    if (spec.trimming() == Trimming.ASIC && box.target() != TargetKind.EMBEDDED) {
      throw new UserInputException(
          "trimming is asic, but switch %s (%s) trims in its program only: trimming p4 or off"
              .formatted(box.name(), box.target()));
    }
    String sources = SonicPlans.SonicSettings.SECTION.read(spec.settings()).noTrimFrom();
    if (!sources.equals(SettingKey.NONE)) {
      throw new UserInputException(
          "sonic.no-trim-from is set, but switch %s (%s) has no ACLs that keep from trimming"
              .formatted(box.name(), box.target()));
    }
  }

  /**
   * Reaches hosts and switches, and makes sure that both are as the experiment wants them.
   *
   * @param topology without the links that the workload declares as failed
   * @throws RunFailedException naming what cannot be reached; nothing is held then
   */
  OpenTestbed open(ExperimentSpec spec, Topology topology, RunMonitor monitor) {
    TestbedFacts facts = new TestbedFacts(spec.settings());
    requireCables(spec, topology);
    OpenTestbed open = new OpenTestbed();
    try {
      monitor.next("asking the agents of " + topology.hosts().size() + " hosts");
      Agents agents = Agents.ask(topology.hosts(), facts, AGENT_DEADLINE);
      open.hold(agents);
      judge(agents.rows(new Preflight(spec, facts)), monitor);
      if (spec.settings().get(SettingKeys.APPLY)) {
        apply(spec, facts, open, monitor);
      }
      monitor.next("comparing " + facts.boxes().size() + " switches with the plan");
      compare(spec, facts, open, monitor);
      open.attach(agents.attached(facts), topology);
      open.openLinks(
          topology,
          spec.dilation(),
          what ->
              monitor.stage(
                  "NOT as planned again, 'smartt apply --profile %s' mends it: %s"
                      .formatted(spec.profile(), what)));
      return open;
    } catch (SonicException | TlsException e) {
      throw Closing.after(new RunFailedException(e), open);
    } catch (RuntimeException e) {
      throw Closing.after(e, open);
    }
  }

  /** Switches are planned with the profile's links alone. */
  private static void requireCables(ExperimentSpec spec, Topology topology) {
    Topology planned = spec.buildTopology();
    for (Link link : topology.links()) {
      if (topology.isUp(link) != planned.isUp(link)) {
        throw new UserInputException(
            "the workload has links fail, but on fabric 'physical' cables are what they are");
      }
    }
  }

  /** Says what is wrong, and ends it if it cannot be. */
  private static void judge(List<PreflightRow> rows, RunMonitor monitor) {
    String fatal =
        rows.stream()
            .filter(row -> row.verdict() == PreflightRow.Verdict.FAILS)
            .map(row ->
                "%s, %s: %s; wanted: %s"
                    .formatted(row.host(), row.check(), row.found(), row.wanted()))
            .collect(Collectors.joining("\n  "));
    if (!fatal.isEmpty()) {
      throw new RunFailedException(fatal);
    }
    rows.stream()
        .filter(row -> row.verdict() == PreflightRow.Verdict.WRONG)
        .collect(
            Collectors.groupingBy(
                row -> "%s: %s; wanted: %s".formatted(row.check(), row.found(), row.wanted()),
                TreeMap::new,
                Collectors.mapping(PreflightRow::host, Collectors.joining(", "))))
        .forEach((what, who) -> monitor.stage("warning: " + what + " (" + who + ")"));
  }

  private static void apply(
      ExperimentSpec spec, TestbedFacts facts, OpenTestbed open, RunMonitor monitor) {
    monitor.next("applying the plan to " + facts.boxes().size() + " switches");
    CheckpointStore store = new CheckpointStore(checkpointsOfRuns(checkpoints(spec.profile())));
    TestbedChange change = new TestbedChange(facts, store, WAITING, monitor::stage);
    List<TestbedSwitch> changed =
        facts.boxes().stream().filter(box -> box.target() == TargetKind.SONIC).toList();
    open.atEnd(() -> takeBack(change, changed, spec, monitor));
    change.apply(spec, facts.boxes());
  }

  /**
   * Takes the change back; what the run has measured is not lost if a switch does not answer any
   * more.
   */
  private static void takeBack(
      TestbedChange change, List<TestbedSwitch> changed, ExperimentSpec spec, RunMonitor monitor) {
    try {
      change.revert(changed);
    } catch (RunFailedException e) {
      monitor.stage(
          "NOT taken back, see 'smartt revert --profile %s': %s"
              .formatted(spec.profile(), e.getMessage()));
    }
  }

  private static void compare(
      ExperimentSpec spec, TestbedFacts facts, OpenTestbed open, RunMonitor monitor) {
    Map<String, String> differences = new LinkedHashMap<>();
    SonicSwitchDrivers sonic = new SonicSwitchDrivers(facts, SWITCH_DEADLINE);
    for (TestbedSwitch box : facts.boxes()) {
      SwitchUnderTest running =
          box.target() == TargetKind.SONIC
              ? sonic.open(box, spec)
              : new P4SwitchDrivers(spec, facts, SWITCH_DEADLINE).open(box);
      open.hold(running);
      running.difference().ifPresent(what -> differences.put(box.name(), what));
      running.warnings().forEach(what -> monitor.stage(box.name() + ": " + what));
    }
    if (!differences.isEmpty()) {
      throw new RunFailedException(
          "switches are not as planned: %s; run '%s' first, or say --apply"
              .formatted(
                  differences.entrySet().stream()
                      .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                      .collect(Collectors.joining(", ")),
                  command(spec)));
    }
  }

  /** Returns the command with what the user changed, of which a plan depends on much. */
  private static String command(ExperimentSpec spec) {
    return spec.overrides().stream()
        .filter(change -> !change.startsWith("workload=") && !change.startsWith("hosts."))
        .map(change -> " --set " + change)
        .collect(Collectors.joining("", "smartt apply --profile " + spec.profile(), ""));
  }

  /**
   * The folder where 'smartt apply' keeps checkpoints.
   *
   * @param profile name or path of its file
   */
  public static Path checkpoints(String profile) {
    String name = String.valueOf(Path.of(profile).getFileName()).replaceAll("\\.ya?ml$", "");
    return STATE.resolve(name);
  }

  /**
   * Returns the folder within such a one of a run that changed switches for itself and was killed.
   */
  public static Path checkpointsOfRuns(Path folder) {
    return folder.resolve(RUNS);
  }
}
