package io.smartt.experiment.run;

import module java.base;

import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.exercise.ExerciseBuilder;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.Settings;

/**
 * A place where experiments run. It makes the switches, the hosts and the links between them;
 * programs, transport, traffic and report are the same on each.
 *
 * <p>The program finds those of its class path, which are listed in {@code META-INF/services}.
 */
public interface Fabric {
  /** Returns its place among fabrics in lists, from 0. */
  int place();

  /** Returns its name and the settings that it adds to those which all fabrics know. */
  FabricSettings settings();

  /**
   * Returns what it can do under some settings, and which of them it acts on in a use. Conditions
   * that hold on every fabric, such as which scheme reads a setting, are those of {@link
   * SettingsCheck}.
   */
  Abilities abilities(Use use, Settings settings);

  /**
   * Refuses an experiment that cannot run on this machine, before anything is written or started.
   *
   * @throws io.smartt.base.input.UserInputException in one line
   */
  default void require(ExperimentSpec spec) {}

  /**
   * Returns whether switches run their programs in this JVM, so that compiling them early saves
   * time.
   */
  default boolean runsProgramsHere() {
    return false;
  }

  /** Returns a run that is ready to start. */
  FabricRun prepare(RunInputs inputs);

  /** Returns what opens networks of a shell here; empty if the fabric has no shell. */
  default Optional<LiveNetworks> live() {
    return Optional.empty();
  }

  /** Returns what builds the networks of tutorials' exercises; empty if the fabric runs none. */
  default Optional<ExerciseBuilder> exercises() {
    return Optional.empty();
  }

  /** Returns what forecasts runs with more threads; empty if the fabric's work is not shared. */
  default Optional<ThreadForecast.Study> threads() {
    return Optional.empty();
  }

  /** Returns what killed runs may leave behind on this machine. */
  default Stale stale() {
    return Stale.NONE;
  }

  /** Opens networks of a shell. */
  @FunctionalInterface
  interface LiveNetworks {
    /**
     * Builds a network and programs its switches.
     *
     * @param clock stamps captures
     */
    LiveNetwork open(LivePlan plan, Clock clock, RunMonitor monitor);
  }
}
