package io.smartt.study.compare;

import module java.base;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.Table;
import io.smartt.experiment.settings.Constants;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.compare.ReferenceFolder.ReferenceScenario;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.SweepRun;
import io.smartt.study.sweep.SweepRunner;
import io.smartt.study.sweep.SweepTables;

/**
 * Runs scenarios of a reference simulator with each of several sets of constants and seeds.
 *
 * @param profile of the network's packets and queues
 * @param scenarios to run
 * @param constants to run each with
 * @param seeds to run each with
 * @param assignments further settings, {@code key=value}
 */
public record ReferenceComparison(
    String profile,
    List<ReferenceScenario> scenarios,
    List<Constants> constants,
    List<String> seeds,
    List<String> assignments) {
  private static final String SCENARIO = "scenario";

  /** Copies the lists. */
  public ReferenceComparison {
    scenarios = List.copyOf(scenarios);
    constants = List.copyOf(constants);
    seeds = List.copyOf(seeds);
    assignments = List.copyOf(assignments);
  }

  /** The runs that are needed. */
  public List<SweepRun> plan(ExperimentLoader experiments) {
    List<SweepRun> runs = new ArrayList<>();
    for (ReferenceScenario scenario : scenarios) {
      for (Constants origin : constants) {
        for (String seed : seeds) {
          Map<String, String> point = new LinkedHashMap<>(point(scenario, origin));
          point.put(SettingKeys.SEED.name(), seed);
          Map<String, String> settings = new LinkedHashMap<>();
          settings.put(SettingKeys.TOPOLOGY.name(), scenario.topology().toString());
          settings.put(SettingKeys.WORKLOAD.name(), scenario.matrix().toString());
          settings.put(SettingKeys.LOAD_BALANCER.name(), scenario.loadBalancer());
          settings.put(SettingKeys.CONSTANTS.name(), origin.spelling());
          settings.put(SettingKeys.SEED.name(), seed);
          runs.add(new SweepRun(point, experiments.load(profile, settings, assignments, false)));
        }
      }
    }
    return runs;
  }

  /** Runs what is not finished, and compares; rows whose runs are missing say nothing. */
  public List<ComparedRow> run(
      ExperimentLoader experiments, SweepRunner runner, SweepRunner.SweepMonitor monitor) {
    List<FinishedRun> finished = runner.run(plan(experiments), monitor);
    List<ComparedRow> rows = new ArrayList<>();
    for (ReferenceScenario scenario : scenarios) {
      for (Constants origin : constants) {
        Map<String, String> point = point(scenario, origin);
        List<FinishedRun> own =
            finished.stream()
                .filter(run -> run.point().entrySet().containsAll(point.entrySet()))
                .toList();
        rows.add(ComparedRow.of(scenario, origin, seeds.size(), own));
      }
    }
    return rows;
  }

  private static Map<String, String> point(ReferenceScenario scenario, Constants origin) {
    // In an order that is the same in every process: finished runs are known by it.
    Map<String, String> point = new LinkedHashMap<>();
    point.put(SCENARIO, scenario.name());
    point.put(SettingKeys.CONSTANTS.name(), origin.spelling());
    return point;
  }

  /** Returns the table with a row a scenario and set of constants. */
  public static Table<ComparedRow> table() {
    Table<ComparedRow> table =
        Table.<ComparedRow>csv()
            .column(SCENARIO, row -> row.scenario().name())
            .column("constants", row -> row.constants().spelling())
            .column("seeds", ComparedRow::runs)
            .column("reference_median_us", row -> row.scenario().medianUs());
    SweepTables.mean(table, "median_us", ComparedRow::medianUs);
    table.column("reference_max_us", row -> row.scenario().maxUs());
    SweepTables.mean(table, "max_us", ComparedRow::maxUs);
    table.column("reference_trims", row -> row.scenario().trims());
    SweepTables.mean(table, "trims", ComparedRow::trims);
    return table
        .column("median_difference", ComparedRow::medianDifference)
        .column("max_difference", ComparedRow::maxDifference)
        .column("min_us_mean", row -> row.flows().map(ComparedRow.FlowComparison::leastUs))
        .column(
            "min_difference", row -> row.flows().map(ComparedRow.FlowComparison::leastDifference))
        .column("jain_mean", row -> row.flows().map(ComparedRow.FlowComparison::jain))
        .column("reference_jain", row -> row.flows().map(ComparedRow.FlowComparison::referenceJain))
        .column("ks_shape", row -> row.flows().map(ComparedRow.FlowComparison::shape))
        .column("agrees", ComparedRow::agrees);
  }
}
