package io.smartt.study.sweep;

import module java.base;

import io.smartt.base.input.Sha256;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;

/**
 * One run of a sweep.
 *
 * @param point what is varied, by key
 * @param label for people, the first part of its folder's name
 * @param spec the experiment
 */
public record SweepRun(Map<String, String> point, String label, ExperimentSpec spec) {
  /** The file of a run's folder that has all that is needed to run it. */
  public static final String PLAN = "experiment.yaml";

  private static final int READABLE = 80;

  /** Creates a run with the varied values as its label. */
  public SweepRun(Map<String, String> point, ExperimentSpec spec) {
    this(
        point,
        point.entrySet().stream()
            .map(value -> value.getKey() + "=" + value.getValue())
            .collect(Collectors.joining(",")),
        spec);
  }

  /** Returns every run of a sweep, in order. */
  public static List<SweepRun> all(Sweep sweep, ExperimentLoader experiments) {
    List<SweepRun> runs = new ArrayList<>();
    for (Map<String, String> point : Sweep.combinations(sweep.varied())) {
      Map<String, String> values = new LinkedHashMap<>(sweep.settings());
      values.putAll(point);
      runs.add(new SweepRun(point, experiments.load(sweep.profile(), values, List.of(), false)));
    }
    return runs;
  }

  /** Returns the run with a word in front of its label. */
  public SweepRun labelled(String word) {
    return new SweepRun(point, label.isEmpty() ? word : word + "," + label, spec);
  }

  /**
   * Name of its folder: its label for people, and a hash of all that is needed to run it again, so
   * that what was run under another setting or from another file is never taken for it.
   */
  public String folderName() {
    String readable = label.replaceAll("[^A-Za-z0-9.,=_+-]+", "-");
    return (readable.length() > READABLE ? readable.substring(0, READABLE) : readable)
        + (readable.isEmpty() ? "" : "-")
        + Sha256.beginning(experiment(), 6);
  }

  /** Returns everything that is needed to run it again. */
  public String experiment() {
    return ExperimentFile.format(spec);
  }
}
