package io.smartt.emulation.fabric.dry;

import io.smartt.emulation.run.ActingKeys;
import io.smartt.emulation.run.Capabilities;
import io.smartt.emulation.run.Fabric;
import io.smartt.emulation.run.FabricRun;
import io.smartt.emulation.run.Feature;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.run.Use;
import io.smartt.emulation.settings.FabricSettings;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.settings.Settings;
import java.util.List;
import java.util.Set;

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
  public Capabilities capabilities(Settings settings) {
    return Capabilities.all()
        .without(Feature.CAPTURE, ": fabric 'dry' sends no packets; every other does")
        .without(Feature.APPLY, ": fabric 'dry' changes nothing");
  }

  @Override
  public ActingKeys acting(Use use, Settings settings) {
    return use == Use.RUN
        ? ActingKeys.ofExperiment(settings)
            .andFailures()
            .and(SettingKeys.PFC)
            .butNot(SettingKeys.SAMPLE_INTERVAL)
            .butNot(SettingKeys.captures())
        : new ActingKeys(Set.of());
  }

  @Override
  public FabricRun prepare(RunInputs inputs) {
    return new DryRun(inputs);
  }
}
