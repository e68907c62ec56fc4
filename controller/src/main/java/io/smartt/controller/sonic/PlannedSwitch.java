package io.smartt.controller.sonic;

import java.util.List;

/**
 * Changes of a plan on one switch.
 *
 * @param before CONFIG_DB as it is
 * @param after as it is to be
 * @param findings what checks say, errors first
 */
public record PlannedSwitch(
    SwitchPlan plan, ConfigDb before, ConfigDb after, ConfigPatch patch, List<Finding> findings) {
  /** Copies the lists. */
  public PlannedSwitch {
    findings = List.copyOf(findings);
  }

  /** Reads a switch and works out what the plan would change. */
  public static PlannedSwitch of(GnmiSwitch device, SwitchPlan plan) {
    return of(plan, device.read(), device.state());
  }

  /** Compares a plan with the configuration and the capabilities of a switch. */
  public static PlannedSwitch of(SwitchPlan plan, ConfigDb before, SwitchState state) {
    ConfigDb after = new ConfigPlanner(plan).desired(before);
    ConfigPatch patch = ConfigPatch.between(before, after);
    return new PlannedSwitch(
        plan, before, after, patch, new PlanChecks(plan, before, after, state).findings(patch));
  }

  /** Returns whether an error forbids applying the plan. */
  public boolean hasErrors() {
    return findings.stream().anyMatch(Finding::error);
  }
}
