package io.smartt.emulation.cli.testbed;

import io.smartt.testbed.sonic.ConfigPatch.ConfigChange;
import io.smartt.testbed.sonic.Finding;
import io.smartt.testbed.sonic.PlannedSwitch;
import io.smartt.testbed.sonic.Stage;
import java.io.PrintWriter;

/** The report of what a plan would change on a switch, for people. */
final class PlanReport {
  private PlanReport() {}

  static void print(PlannedSwitch planned, PrintWriter out) {
    int changes = planned.patch().changes().size();
    out.println(
        planned.plan().name()
            + ": "
            + (planned.stages().isEmpty()
                ? "nothing to change"
                : changes
                    + (changes == 1 ? " object to change in " : " objects to change in ")
                    + planned.stages().size()
                    + " stages"));
    for (Stage stage : planned.stages()) {
      out.println("  stage: " + stage.describe());
    }
    for (ConfigChange change : planned.patch().changes()) {
      out.println("  " + change.describe());
    }
    for (Finding finding : planned.findings()) {
      out.println("  " + finding);
    }
  }
}
