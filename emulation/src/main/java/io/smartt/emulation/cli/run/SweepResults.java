package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.output.WholeFile;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.diff.DiffPage;
import io.smartt.study.diff.DiffPage.SweepPanels;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.MeanWithInterval;
import io.smartt.study.sweep.SweepTables;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.TextTable;

/**
 * The files that a sweep leaves in its folder and the tables that it prints, of its finished runs.
 *
 * @param folder of the sweep
 * @param keys that are varied
 * @param runs in the order of the sweep
 */
record SweepResults(Path folder, List<String> keys, List<FinishedRun> runs) {
  /** Copies the lists. */
  SweepResults {
    keys = List.copyOf(keys);
    runs = List.copyOf(runs);
  }

  /** Writes the tables and the page. */
  void write() {
    WholeFile.write(folder.resolve("sweep.csv"), csv -> SweepTables.runs(csv, keys, runs));
    WholeFile.write(folder.resolve("means.csv"), csv -> SweepTables.means(csv, keys, runs));
    if (runs.stream().anyMatch(FinishedRun::completed)) {
      DiffPage.ofSweep(folder, lead()).write(folder.resolve("sweep.html"));
    }
  }

  /** Sentences on what was varied of what, and how to read the charts. */
  private String lead() {
    FinishedRun one = runs.stream().filter(FinishedRun::completed).findFirst().orElseThrow();
    List<String> fixed = new ArrayList<>();
    for (String key : List.of("workload", "topology", "scheme", "fabric")) {
      if (!keys.contains(key)) {
        fixed.add(key + " " + one.summary().path(key).asText());
      }
    }
    List<String> varied = new ArrayList<>();
    for (String key : keys) {
      List<String> values =
          runs.stream().map(run -> run.point().getOrDefault(key, "")).distinct().toList();
      varied.add(key + " (" + String.join(", ", values) + ")");
    }
    return ("%d runs of %s. Varied: %s. Each chart has every completed run as a point, their mean,"
            + " and where there are several its 95 %% interval. sweep.csv and means.csv have the"
            + " numbers.%s")
        .formatted(runs.size(), String.join(", ", fixed), String.join(", ", varied), late());
  }

  /** A sentence on runs that were late, with a blank in front; empty if none was. */
  private String late() {
    List<String> late =
        runs.stream()
            .filter(run -> run.completed() && run.late())
            .map(run -> SweepPanels.label(run.point()))
            .toList();
    return late.isEmpty()
        ? ""
        : (" On %d of %d runs the machine did not keep time,"
                + " and means over them say as much about it: %s.")
            .formatted(late.size(), runs.size(), String.join("; ", late));
  }

  /** Prints means over seeds, and where all of it is. */
  void print(Console console) {
    console.out().print(table(keys, runs));
    if (!late().isEmpty()) {
      console.out().printf("%nWARNING:%s%n", late());
    }
    console.out().printf("%nsweep folder: %s (sweep.html, sweep.csv, means.csv, runs/)%n", folder);
  }

  private static String table(List<String> keys, List<FinishedRun> runs) {
    List<String> shown = keys.stream().filter(key -> !key.equals(SettingKeys.SEED.name())).toList();
    List<String> titles = new ArrayList<>(shown);
    titles.addAll(List.of("runs", "last flow us", "p99 slowdown", "Jain", "trims"));
    TextTable table = new TextTable(titles.toArray(String[]::new));
    SweepTables.overSeeds(runs)
        .forEach((point, group) -> {
          List<String> row = new ArrayList<>();
          shown.forEach(key -> row.add(point.getOrDefault(key, "")));
          List<FinishedRun> completed = group.stream().filter(FinishedRun::completed).toList();
          row.add(
              completed.size() == group.size()
                  ? Integer.toString(group.size())
                  : completed.size() + " of " + group.size());
          long late = completed.stream().filter(FinishedRun::late).count();
          row.add(row.removeLast() + (late == 0 ? "" : ", " + late + " late"));
          row.add(mean(completed, "lastFinishUs", "%,.1f"));
          row.add(mean(completed, "slowdown.p99", "%.3f"));
          row.add(mean(completed, "jain", "%.4f"));
          row.add(mean(completed, "trims", "%,.0f"));
          table.row(row.toArray(String[]::new));
        });
    return table.toString();
  }

  private static String mean(List<FinishedRun> runs, String key, String format) {
    double[] values = SweepTables.values(runs, key);
    if (values.length == 0) {
      return "-";
    }
    MeanWithInterval mean = MeanWithInterval.of(values);
    String text = String.format(Locale.ROOT, format, mean.mean());
    return mean.halfWidth().isPresent()
        ? text + " ± " + String.format(Locale.ROOT, format, mean.halfWidth().getAsDouble())
        : text;
  }
}
