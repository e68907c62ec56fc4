package io.smartt.study.launch;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.Fabric.Use;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.run.LiveNetwork.LivePlan;
import io.smartt.experiment.run.SettingsCheck;
import io.smartt.experiment.settings.SettingsCatalog;

/**
 * The fabrics of a program. A new fabric is a module of its own with a line in its {@code
 * META-INF/services}.
 *
 * @param all in the order in which errors name them
 */
public record Fabrics(List<Fabric> all) {
  /** Copies the list of fabrics. */
  public Fabrics {
    all = List.copyOf(all);
  }

  /** Returns the fabrics on the program's class path. */
  public static Fabrics builtIn() {
    return new Fabrics(
        ServiceLoader.load(Fabric.class, Fabric.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparingInt(Fabric::place))
            .toList());
  }

  /** Returns the settings of all fabrics. */
  public SettingsCatalog settings() {
    return new SettingsCatalog(all.stream().map(Fabric::settings).toList());
  }

  public Fabric named(String name) {
    return all.stream()
        .filter(fabric -> fabric.settings().fabric().equals(name))
        .findFirst()
        .orElseThrow(() -> new UserInputException("unknown fabric '" + name + "'"));
  }

  /** Returns the names of some fabrics, as a sentence lists them. */
  public String names(Predicate<Fabric> which) {
    return String.join(
        " and ", all.stream().filter(which).map(fabric -> fabric.settings().fabric()).toList());
  }

  /**
   * Returns the fabric of an experiment that it can run.
   *
   * @param everyActs whether to refuse settings that nothing acts on
   */
  Fabric require(ExperimentSpec spec, Use use, boolean everyActs) {
    Fabric fabric = able(spec, use, everyActs);
    fabric.require(spec);
    return fabric;
  }

  private Fabric able(ExperimentSpec spec, Use use, boolean everyActs) {
    Fabric fabric = named(spec.fabric());
    fabric.abilities(use, spec.settings()).require(spec);
    if (everyActs) {
      check().require(spec, use);
    }
    return fabric;
  }

  /**
   * Refuses an experiment of which the fabric lacks something, or a setting that nothing acts on.
   */
  public void requireAble(ExperimentSpec spec) {
    var _ = able(spec, Use.RUN, true);
  }

  /** Returns the check of settings that nothing acts on. */
  public SettingsCheck check() {
    return new SettingsCheck(all);
  }

  /**
   * Refuses an experiment that no network of a shell can be.
   *
   * @throws UserInputException saying why
   */
  public void requireLive(ExperimentSpec spec) {
    var _ = live(spec);
    var _ = require(spec, Use.SHELL, true);
    var _ = new LivePlan(spec);
  }

  private Fabric.LiveNetworks live(ExperimentSpec spec) {
    return named(spec.fabric())
        .live()
        .orElseThrow(() ->
            new UserInputException(
                "fabric '%s' has no shell; accepted are %s"
                    .formatted(spec.fabric(), names(other -> other.live().isPresent()))));
  }

  /**
   * Builds an experiment's network for a shell and programs its switches; its workload is not run.
   *
   * @param clock stamps captures; nothing else depends on it
   * @throws UserInputException if the network cannot be, or its fabric is not available here
   */
  public LiveNetwork open(ExperimentSpec spec, Clock clock, RunMonitor monitor) {
    Fabric.LiveNetworks live = live(spec);
    var _ = require(spec, Use.SHELL, true);
    LivePlan plan = new LivePlan(spec);
    spec.notices().forEach(monitor::stage);
    check().notes(spec, Use.SHELL).forEach(monitor::stage);
    return live.open(plan, clock, monitor);
  }
}
