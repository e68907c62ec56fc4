package io.smartt.experiment.run;

import module java.base;

import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.settings.FailureKind;
import io.smartt.experiment.settings.LinkRate;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;

/** A part of experiments that some fabrics lack. */
public enum Feature {
  /** Switches that pause their peers rather than drop data. */
  PFC,

  /** Packets that links lose at random. */
  LINK_LOSS,

  /** Links and switches that fail while traffic runs, listed or drawn from the seed. */
  LINK_FAILURES,

  /** Links of hosts that get another rate while traffic runs. */
  HOST_LINK_RATES,

  /** Links that are slower in one direction than in the other. */
  ONE_WAY_RATES,

  /** Trimming by the traffic manager instead of the P4 program. */
  ASIC_TRIMMING,

  /** Packets, which a capture could have. */
  CAPTURE,

  /** Changes of switches that are there before and after a run. */
  APPLY;

  /** Settings by which links fail. */
  private static final List<SettingKey<?>> FAILING =
      List.of(
          SettingKeys.LINK_FAILURES,
          SettingKeys.FAILURES_LINKS,
          SettingKeys.FAILURES_SWITCHES,
          SettingKeys.FAILURES_HOSTS);

  private static final String PFC_USE = "pfc.use";

  /** Returns the settings that say how it is used; a fabric without it does not act on them. */
  Stream<SettingKey<?>> keys() {
    return switch (this) {
      // To turn it off acts everywhere.
      case PFC -> SettingKeys.PFC.keys().stream().filter(key -> !key.name().equals(PFC_USE));
      case LINK_LOSS -> Stream.of(SettingKeys.LINK_LOSS);
      case LINK_FAILURES ->
          Stream.concat(
              FAILING.stream(),
              Stream.<SettingKey<?>>of(SettingKeys.FAILURES_KIND, SettingKeys.FAILURES_AT));
      case HOST_LINK_RATES, ONE_WAY_RATES, ASIC_TRIMMING, CAPTURE, APPLY -> Stream.of();
    };
  }

  /** Returns whether an experiment needs it. */
  boolean isWantedBy(ExperimentSpec spec) {
    return switch (this) {
      case PFC -> spec.lossless();
      case LINK_LOSS -> isChanged(spec, SettingKeys.LINK_LOSS);
      case LINK_FAILURES -> failing(spec).isPresent();
      case HOST_LINK_RATES -> changesHostRates(spec);
      case ONE_WAY_RATES ->
          spec.settings().get(SettingKeys.LINK_RATES).stream().anyMatch(LinkRate::oneWay)
              || isChanged(spec, SettingKeys.LINK_FAILED);
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
      case LINK_FAILURES, HOST_LINK_RATES ->
          written(spec, failing(spec).orElse(SettingKeys.LINK_FAILURES));
      case ONE_WAY_RATES ->
          written(
              spec,
              isChanged(spec, SettingKeys.LINK_FAILED)
                  ? SettingKeys.LINK_FAILED
                  : SettingKeys.LINK_RATES);
      case ASIC_TRIMMING -> "";
      case CAPTURE -> "--capture";
      case APPLY -> "--apply";
    };
  }

  /** The setting by which links fail, the first if there are more. */
  private static Optional<SettingKey<?>> failing(ExperimentSpec spec) {
    return FAILING.stream().filter(key -> isChanged(spec, key)).findFirst();
  }

  private static boolean changesHostRates(ExperimentSpec spec) {
    Settings settings = spec.settings();
    boolean rates =
        settings.get(SettingKeys.FAILURES_KIND) instanceof FailureKind.Rate
            || settings.get(SettingKeys.LINK_FAILURES).stream()
                .anyMatch(failure -> failure.kind() instanceof FailureKind.Rate);
    return rates && FailurePlan.of(spec, spec.buildTopology()).changesHostRates();
  }

  private static boolean isChanged(ExperimentSpec spec, SettingKey<?> key) {
    return !spec.settings().text(key).equals(key.defaultText());
  }

  private static String written(ExperimentSpec spec, SettingKey<?> key) {
    return key.name() + " is " + spec.settings().text(key);
  }
}
