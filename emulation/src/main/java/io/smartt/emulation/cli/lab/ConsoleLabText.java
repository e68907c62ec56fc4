package io.smartt.emulation.cli.lab;

import module java.base;

import io.smartt.emulation.cli.results.Json;
import io.smartt.emulation.cli.results.ResultTable;
import io.smartt.emulation.lab.LabText;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.experiment.report.SummaryJson;
import io.smartt.switchd.text.TextTable;

/** A lab's answers as other commands print them. */
final class ConsoleLabText implements LabText {
  @Override
  public String table(List<String> titles, List<List<String>> rows) {
    TextTable table = new TextTable(titles.toArray(String[]::new));
    rows.forEach(row -> table.row(row.toArray(String[]::new)));
    return table.toString();
  }

  @Override
  public String result(RunResult result) {
    return ResultTable.of(result.summary());
  }

  /** JSON with the summary in both forms; the client prints one. */
  @Override
  public String outcome(RunOutcome outcome) {
    return Json.pretty(
        Map.of(
            "table",
            ResultTable.of(outcome.summary(), outcome.folder()),
            "json",
            SummaryJson.of(outcome.summary()),
            "success",
            outcome.summary().status().isSuccess()));
  }
}
