package io.smartt.virtual.dry;

import io.smartt.experiment.run.Abilities;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.FabricRun;
import io.smartt.experiment.run.Feature;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.run.Use;
import io.smartt.experiment.settings.FabricSettings;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import java.util.List;

/** The fabric {@code dry}: checks and prices an experiment, and runs nothing. */
public final class Dry implements Fabric {
  @Override
  public int place() {
    return 4;
  }

  @Override
  public FabricSettings settings() {
    return FabricSettings.of("dry", List.of());
  }

  @Override
  public Abilities abilities(Use use, Settings settings) {
    Abilities run =
        Abilities.all(settings)
            .without(Feature.CAPTURE, ": fabric 'dry' sends no packets; every other does")
            .without(Feature.APPLY, ": fabric 'dry' changes nothing")
            .butNot(Feature.LINK_LOSS)
            .butNot(SettingKeys.SAMPLE_INTERVAL)
            .butNot(SettingKeys.captures());
    return use == Use.RUN ? run : run.only();
  }

  @Override
  public FabricRun prepare(RunInputs inputs) {
    return new DryRun(inputs);
  }
}
