package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.exercise.ExerciseBuilder;
import io.smartt.emulation.run.Capabilities;
import io.smartt.emulation.run.Fabric;
import io.smartt.emulation.run.FabricRun;
import io.smartt.emulation.run.Feature;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.settings.FabricSettings;
import io.smartt.emulation.settings.Settings;
import java.util.List;
import java.util.Optional;

/** The fabric {@code virtual}: everything in this JVM, in virtual time. */
public final class Virtual implements Fabric {
  @Override
  public FabricSettings settings() {
    return FabricSettings.of("virtual", List.of());
  }

  @Override
  public Capabilities capabilities(Settings settings) {
    return Capabilities.all()
        .without(
            Feature.APPLY,
            ": fabric 'virtual' makes its switches as it wants them; 'physical' has some to change");
  }

  @Override
  public boolean runsProgramsHere() {
    return true;
  }

  @Override
  public FabricRun prepare(RunInputs inputs) {
    return new VirtualRun(inputs);
  }

  @Override
  public Optional<LiveNetworks> live() {
    return Optional.of(VirtualLiveNetwork::new);
  }

  @Override
  public Optional<ExerciseBuilder> exercises() {
    return Optional.of(VirtualExercise::build);
  }
}
