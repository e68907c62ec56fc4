package io.smartt.emulation.fabric.netns;

import io.smartt.emulation.exercise.ExerciseBuilder;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.run.Capabilities;
import io.smartt.emulation.run.Fabric;
import io.smartt.emulation.run.FabricRun;
import io.smartt.emulation.run.Feature;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.run.Stale;
import io.smartt.emulation.settings.FabricSettings;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.settings.Settings;
import io.smartt.emulation.settings.SwitchKind;
import java.util.List;
import java.util.Optional;

/** The fabric {@code netns}: Linux network namespaces of this machine, in real time. */
public final class Netns implements Fabric {
  private static final String BMV2_LINKS =
      ": BMv2 switches neither lose packets at random nor take links down";

  @Override
  public FabricSettings settings() {
    return FabricSettings.of("netns", NetnsSettings.SECTION.keys())
        .formerly("netns.rehearsal-s", "netns.warm-up-s");
  }

  @Override
  public Capabilities capabilities(Settings settings) {
    Capabilities embedded =
        Capabilities.all()
            .without(
                Feature.APPLY,
                ": fabric 'netns' makes its switches as it wants them; 'physical' has some to change")
            .without(Feature.PFC, ", which fabric 'netns' has not; fabric 'virtual' has");
    return settings.get(SettingKeys.SWITCH_KIND) == SwitchKind.BMV2
        ? embedded
            .without(
                Feature.ASIC_TRIMMING, "switch bmv2 trims in its program only: trimming p4 or off")
            .without(Feature.LINK_LOSS, BMV2_LINKS)
            .without(Feature.LINK_FAILURES, BMV2_LINKS)
        : embedded;
  }

  @Override
  public void require(ExperimentSpec spec) {
    NetnsRequirement.check();
    if (spec.settings().get(SettingKeys.SWITCH_KIND) == SwitchKind.BMV2) {
      Bmv2Process.find();
    }
  }

  @Override
  public FabricRun prepare(RunInputs inputs) {
    return new NetnsRun(inputs);
  }

  @Override
  public Optional<LiveNetworks> live() {
    return Optional.of(NetnsLiveNetwork::build);
  }

  @Override
  public Optional<ExerciseBuilder> exercises() {
    return Optional.of(NetnsExercise::build);
  }

  @Override
  public Stale stale() {
    return new Stale() {
      @Override
      public List<String> find() {
        return StaleNamespaces.find();
      }

      @Override
      public void remove() {
        StaleNamespaces.removeAll(StaleNamespaces.find());
      }

      @Override
      public String inUse() {
        int count = StaleNamespaces.inUse().size();
        return count == 0 ? "" : count + " network namespaces of runs that go on stay";
      }
    };
  }
}
