package io.smartt.controller.sonic;

import java.util.List;

/**
 * What a plan would change on one switch.
 *
 * @param before CONFIG_DB as it is
 * @param after as it is to be
 * @param findings what checks say, errors first
 */
public record PlannedSwitch(
    SwitchPlan plan, ConfigDb before, ConfigDb after, ConfigPatch patch, List<Finding> findings) {
  /** Copies. */
  public PlannedSwitch {
    findings = List.copyOf(findings);
  }

  /** Reads a switch and works out what the plan would change. */
  public static PlannedSwitch of(GnmiSwitch device, SwitchPlan plan) {
    return of(plan, device.read(), device.state());
  }

  /** What a plan would change on a switch that holds this and can do that. */
  public static PlannedSwitch of(SwitchPlan plan, ConfigDb before, SwitchState state) {
    ConfigDb after = new ConfigPlanner(plan).desired(before);
    ConfigPatch patch = ConfigPatch.between(before, after);
    return new PlannedSwitch(
        plan, before, after, patch, new PlanChecks(plan, before, after, state).findings(patch));
  }

  /** Whether it cannot be applied. */
  public boolean hasErrors() {
    return findings.stream().anyMatch(Finding::error);
  }
}
