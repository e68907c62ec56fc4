package io.smartt.study.compare;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.CsvWriter;
import io.smartt.experiment.settings.Constants;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.MeanWithInterval;
import io.smartt.study.sweep.SweepMonitor;
import io.smartt.study.sweep.SweepRun;
import io.smartt.study.sweep.SweepRunner;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
      ExperimentLoader experiments, SweepRunner runner, SweepMonitor monitor) {
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

  /** A row a scenario and set of constants. */
  public static void write(Writer out, List<ComparedRow> rows) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields(SCENARIO, "constants", "seeds");
    for (String number : List.of("median_us", "max_us", "trims")) {
      csv.fields("reference_" + number, number + "_mean", number + "_ci95");
    }
    csv.fields("median_difference", "max_difference");
    csv.fields("min_us_mean", "min_difference", "jain_mean", "reference_jain", "ks_shape");
    csv.field("agrees");
    csv.endRow();
    for (ComparedRow row : rows) {
      csv.field(row.scenario().name()).field(row.constants().spelling()).field(row.runs());
      csv.field(row.scenario().medianUs());
      mean(csv, row.medianUs());
      csv.field(row.scenario().maxUs());
      mean(csv, row.maxUs());
      csv.field(row.scenario().trims());
      mean(csv, row.trims());
      row.medianDifference().ifPresentOrElse(csv::field, csv::empty);
      row.maxDifference().ifPresentOrElse(csv::field, csv::empty);
      flows(csv, row.flows());
      csv.field(row.agrees().map(String::valueOf).orElse(""));
      csv.endRow();
    }
    csv.flush();
  }

  private static void flows(CsvWriter csv, Optional<ComparedRow.FlowComparison> flows)
      throws IOException {
    if (flows.isEmpty()) {
      csv.empty().empty().empty().empty().empty();
      return;
    }
    ComparedRow.FlowComparison compared = flows.get();
    csv.field(compared.leastUs()).field(compared.leastDifference());
    csv.field(compared.jain()).field(compared.referenceJain()).field(compared.shape());
  }

  private static void mean(CsvWriter csv, Optional<MeanWithInterval> value) {
    value.ifPresentOrElse(mean -> csv.field(mean.mean()), csv::empty);
    value
        .map(MeanWithInterval::halfWidth)
        .filter(width -> width.isPresent())
        .ifPresentOrElse(width -> csv.field(width.getAsDouble()), csv::empty);
  }
}
