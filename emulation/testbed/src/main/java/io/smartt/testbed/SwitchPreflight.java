package io.smartt.testbed;

import module java.base;

import io.smartt.controller.rpc.TlsClientFiles.TlsException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.testbed.Preflight.PreflightRow;
import io.smartt.testbed.Preflight.PreflightRow.Verdict;
import io.smartt.testbed.TestbedSwitch.TargetKind;
import io.smartt.testbed.sonic.Finding;
import io.smartt.testbed.sonic.GnmiSwitch;
import io.smartt.testbed.sonic.PlannedSwitch;
import io.smartt.testbed.sonic.SonicException;
import io.smartt.testbed.sonic.shown.Verification;

/**
 * The check that SONiC's switches do what an experiment asks of them, as their databases other than
 * CONFIG_DB show it.
 *
 * @param deadline of each call to a switch
 */
public record SwitchPreflight(ExperimentSpec spec, TestbedFacts facts, Duration deadline) {
  private static final String CHECK = "switch";

  /** The rows of all of them. */
  public List<PreflightRow> rows() {
    return facts.boxes().stream()
        .filter(box -> box.target() == TargetKind.SONIC)
        .flatMap(box -> rows(box).stream())
        .toList();
  }

  private List<PreflightRow> rows(TestbedSwitch box) {
    try (GnmiSwitch device = new SonicSwitchDrivers(facts, deadline).connect(box)) {
      PlannedSwitch planned = PlannedSwitch.of(device, new SonicPlans(spec, facts).of(box));
      int changes = planned.patch().changes().size();
      if (changes > 0) {
        return List.of(
            row(box, CHECK, Verdict.NOTE, changes + " objects differ", "as 'smartt apply' does"));
      }
      List<Finding> findings = Verification.now(device, planned.plan(), planned.after());
      return findings.isEmpty()
          ? List.of(row(box, CHECK, Verdict.OK, "as planned", "as 'smartt apply' does"))
          : findings.stream().map(finding -> row(box, finding)).toList();
    } catch (SonicException | TlsException e) {
      return List.of(
          row(box, CHECK, Verdict.FAILS, String.valueOf(e.getMessage()), "answers by gNMI"));
    }
  }

  private static PreflightRow row(TestbedSwitch box, Finding finding) {
    return row(
        box,
        finding.code(),
        finding.error() ? Verdict.WRONG : Verdict.NOTE,
        finding.message(),
        "as CONFIG_DB asks");
  }

  private static PreflightRow row(
      TestbedSwitch box, String check, Verdict verdict, String found, String wanted) {
    return new PreflightRow(box.name(), check, verdict, found, wanted);
  }
}
