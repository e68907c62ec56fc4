package io.smartt.emulation.run;

import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.settings.SettingKey;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.settings.Trimming;
import java.util.function.Function;
import java.util.function.Predicate;

/** A part of experiments that some fabrics lack. */
public enum Feature {
  /** Switches that pause their peers rather than drop data. */
  PFC(
      ExperimentSpec::lossless,
      spec -> "scheme " + spec.scheme().name() + " needs switches that pause their peers (PFC)"),

  /** Packets that links lose at random. */
  LINK_LOSS(SettingKeys.LINK_LOSS),

  /** Links and switches that fail while traffic runs. */
  LINK_FAILURES(SettingKeys.LINK_FAILURES),

  /** Trimming by the traffic manager instead of the P4 program. */
  ASIC_TRIMMING(spec -> spec.trimming() == Trimming.ASIC, spec -> ""),

  /** Changes of switches that are there before and after a run. */
  APPLY(spec -> spec.overrides().contains(SettingKeys.APPLY.name() + "=true"), spec -> "--apply");

  private final Predicate<ExperimentSpec> wanted;
  private final Function<ExperimentSpec, String> beginning;

  Feature(Predicate<ExperimentSpec> wanted, Function<ExperimentSpec, String> beginning) {
    this.wanted = wanted;
    this.beginning = beginning;
  }

  Feature(SettingKey<?> key) {
    this(
        spec -> !spec.settings().text(key).equals(key.defaultText()),
        spec -> key.name() + " is " + spec.settings().text(key));
  }

  /** Whether an experiment needs it. */
  boolean isWantedBy(ExperimentSpec spec) {
    return wanted.test(spec);
  }

  /** Returns what the user wrote, as the beginning of a refusal. */
  String beginning(ExperimentSpec spec) {
    return beginning.apply(spec);
  }
}
