package io.smartt.emulation.lab;

import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import java.util.List;

/** The text form of a lab's answers. */
public interface LabText {
  /** Rows in columns. */
  String table(List<String> titles, List<List<String>> rows);

  /** Returns what came of traffic at a prompt. */
  String result(RunResult result);

  /** Returns what came of a run that has left a folder. */
  String outcome(RunOutcome outcome);
}
