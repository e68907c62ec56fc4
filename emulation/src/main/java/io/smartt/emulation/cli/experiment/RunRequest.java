package io.smartt.emulation.cli.experiment;

import module java.base;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.SettingKey;

/**
 * A call of {@code smartt run}, as typed.
 *
 * @param profile name of a profile or path of its file
 * @param options settings that have an option of their own and were given, by their key in profiles
 * @param assignments of {@code --set}, in the order given
 * @param capture whether to write a packet trace
 * @param out the run folder, if the user named one
 * @param threads most threads of the virtual fabric
 * @param experiment an earlier run's folder or {@code experiment.yaml}, to run again instead of a
 *     profile
 * @param force whether a result in the run folder is replaced
 */
public record RunRequest(
    String profile,
    Map<String, String> options,
    List<String> assignments,
    boolean capture,
    Optional<Path> out,
    int threads,
    Optional<Path> experiment,
    boolean force) {

  /** Copies the maps and lists. */
  public RunRequest {
    options = Map.copyOf(options);
    assignments = List.copyOf(assignments);
  }

  /** Returns the same with one more setting, in a folder within its own. */
  public RunRequest with(SettingKey<?> key, String value, String folder) {
    Map<String, String> more = new HashMap<>(options);
    more.put(key.name(), value);
    return new RunRequest(
        profile,
        more,
        assignments,
        capture,
        out.map(own -> own.resolve(folder)),
        threads,
        experiment,
        force);
  }

  /** Returns the run of this one's folder again with a setting changed, in a folder next to it. */
  public RunRequest again(SettingKey<?> key, String value, String folder) {
    Map<String, String> change = Map.of(key.name(), value);
    Optional<Path> next = out.map(own -> own.resolveSibling(folder));
    return new RunRequest(profile, change, List.of(), false, next, threads, out, force);
  }

  /**
   * Returns the experiment that is asked for.
   *
   * @param notes receives what differs from an earlier run that is run again
   * @throws io.smartt.base.input.UserInputException if there is none
   */
  public ExperimentSpec spec(ExperimentLoader experiments, Consumer<String> notes) {
    if (experiment.isEmpty()) {
      return experiments.load(profile, options, assignments, capture);
    }
    ExperimentSpec again = experiments.again(experiment.get(), options, assignments, capture);
    List<String> changes = new ArrayList<>();
    options.forEach((key, value) -> changes.add(key + "=" + value));
    changes.addAll(assignments);
    if (!changes.isEmpty()) {
      notes.accept(
          "the experiment of " + experiment.get() + ", changed: " + String.join(" ", changes));
    }
    return again;
  }
}
