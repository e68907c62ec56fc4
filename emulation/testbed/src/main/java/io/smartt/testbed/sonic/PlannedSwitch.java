package io.smartt.testbed.sonic;

import module java.base;

/**
 * Changes of a plan on one switch.
 *
 * @param before CONFIG_DB as it is
 * @param after as it is to be
 * @param patch all changes at once, for people
 * @param stages the same as a switch takes them, and what CONFIG_DB holds but the switch does not
 *     do; empty: nothing is to be done
 * @param findings what checks say, errors first
 */
public record PlannedSwitch(
    SwitchPlan plan,
    ConfigDb before,
    ConfigDb after,
    ConfigPatch patch,
    List<Stage> stages,
    List<Finding> findings) {
  /** Copies the lists. */
  public PlannedSwitch {
    stages = List.copyOf(stages);
    findings = List.copyOf(findings);
  }

  /** Reads a switch and works out what the plan would change. */
  public static PlannedSwitch of(GnmiSwitch device, SwitchPlan plan) {
    return of(device, plan, UnaryOperator.identity());
  }

  /**
   * Reads a switch and works out what the plan would change.
   *
   * @param base what the plan starts from, given what the switch holds
   */
  public static PlannedSwitch of(GnmiSwitch device, SwitchPlan plan, UnaryOperator<ConfigDb> base) {
    Set<String> ports =
        plan.ports().stream().map(SwitchPlan.RoutedPort::name).collect(Collectors.toSet());
    ConfigDb now = device.read();
    return of(plan, now, base.apply(now), device.state(), device.live(ports));
  }

  /** Compares a plan with the configuration of a switch and with what the switch made of it. */
  public static PlannedSwitch of(
      SwitchPlan plan, ConfigDb now, ConfigDb base, SwitchState state, LiveState live) {
    ConfigDb after = new ConfigPlanner(plan).desired(base);
    ConfigPatch patch = ConfigPatch.between(now, after);
    return new PlannedSwitch(
        plan,
        now,
        after,
        patch,
        Stages.between(now, after, live),
        new PlanChecks(plan, now, after, state).findings(patch));
  }

  /** Returns whether an error forbids applying the plan. */
  public boolean hasErrors() {
    return findings.stream().anyMatch(Finding::error);
  }
}
