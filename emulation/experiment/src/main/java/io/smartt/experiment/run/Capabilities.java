package io.smartt.experiment.run;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.SwitchKind;
import java.util.EnumMap;
import java.util.Map;

/**
 * The features of a fabric: all but those it lacks.
 *
 * @param lacking the end of the refusal of each feature that is missing, such as {@code ": cables
 *     are what they are"}
 */
public record Capabilities(Map<Feature, String> lacking) {
  /** Copies, in the order of the features. */
  public Capabilities {
    EnumMap<Feature, String> ordered = new EnumMap<>(Feature.class);
    ordered.putAll(lacking);
    lacking = ordered;
  }

  /** Returns these without one more feature. */
  public Capabilities without(Feature feature, String refusal) {
    Map<Feature, String> more = new EnumMap<>(Feature.class);
    more.putAll(lacking);
    more.put(feature, refusal);
    return new Capabilities(more);
  }

  /** Returns the capabilities of a fabric that lacks nothing. */
  public static Capabilities all() {
    return new Capabilities(Map.of());
  }

  /** Returns these without those that switches of a kind lack. */
  public Capabilities of(SwitchKind kind) {
    if (kind.shapesLinks()) {
      return this;
    }
    String links = ": BMv2 switches neither lose packets at random nor take links down";
    return without(
            Feature.ASIC_TRIMMING, "switch bmv2 trims in its program only: trimming p4 or off")
        .without(Feature.LINK_LOSS, links)
        .without(Feature.LINK_FAILURES, links);
  }

  /** Returns whether a feature is there. */
  public boolean has(Feature feature) {
    return !lacking.containsKey(feature);
  }

  /**
   * Refuses an experiment that needs a feature which is missing.
   *
   * @throws UserInputException naming what the user wrote
   */
  public void require(ExperimentSpec spec) {
    lacking.forEach((feature, refusal) -> {
      if (feature.isWantedBy(spec)) {
        throw new UserInputException(feature.beginning(spec) + refusal);
      }
    });
  }
}
