package io.smartt.emulation.run;

import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.settings.LinkRate;
import io.smartt.emulation.settings.SettingKey;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.settings.Trimming;

/** A part of experiments that some fabrics lack. */
public enum Feature {
  /** Switches that pause their peers rather than drop data. */
  PFC,

  /** Packets that links lose at random. */
  LINK_LOSS,

  /** Links and switches that fail while traffic runs. */
  LINK_FAILURES,

  /** Links that are slower in one direction than in the other. */
  ONE_WAY_RATES,

  /** Trimming by the traffic manager instead of the P4 program. */
  ASIC_TRIMMING,

  /** Packets, which a capture could have. */
  CAPTURE,

  /** Changes of switches that are there before and after a run. */
  APPLY;

  /** Whether an experiment needs it. */
  boolean isWantedBy(ExperimentSpec spec) {
    return switch (this) {
      case PFC -> spec.lossless();
      case LINK_LOSS -> isChanged(spec, SettingKeys.LINK_LOSS);
      case LINK_FAILURES -> isChanged(spec, SettingKeys.LINK_FAILURES);
      case ONE_WAY_RATES ->
          spec.settings().get(SettingKeys.LINK_RATES).stream().anyMatch(LinkRate::oneWay);
      case ASIC_TRIMMING -> spec.trimming() == Trimming.ASIC;
      case CAPTURE -> spec.capture();
      case APPLY -> spec.overrides().contains(SettingKeys.APPLY.name() + "=true");
    };
  }

  /** Returns what the user wrote, as the beginning of a refusal. */
  String beginning(ExperimentSpec spec) {
    return switch (this) {
      case PFC -> "scheme " + spec.scheme().name() + " needs switches that pause their peers (PFC)";
      case LINK_LOSS -> written(spec, SettingKeys.LINK_LOSS);
      case LINK_FAILURES -> written(spec, SettingKeys.LINK_FAILURES);
      case ONE_WAY_RATES -> written(spec, SettingKeys.LINK_RATES);
      case ASIC_TRIMMING -> "";
      case CAPTURE -> "--capture";
      case APPLY -> "--apply";
    };
  }

  private static boolean isChanged(ExperimentSpec spec, SettingKey<?> key) {
    return !spec.settings().text(key).equals(key.defaultText());
  }

  private static String written(ExperimentSpec spec, SettingKey<?> key) {
    return key.name() + " is " + spec.settings().text(key);
  }
}
