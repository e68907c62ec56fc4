package io.smartt.emulation.cli.lab;

import module java.base;

import io.smartt.emulation.cli.experiment.ProfileOption;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.experiment.TopologyOption;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import picocli.CommandLine.Mixin;

/** The options that say which network a lab is. */
final class LabNetworkOptions {
  @Mixin private TopologyOption topology = new TopologyOption();

  @Mixin private ProfileOption profile = new ProfileOption("netns");

  @Mixin private SettingsOption settings = new SettingsOption();

  ExperimentSpec load(ExperimentLoader experiments) {
    return experiments.load(profile.name(), topology.setting(), settings.given(), false);
  }

  /** The same again, for another process. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("--profile", profile.name()));
    arguments.addAll(topology.arguments());
    arguments.addAll(settings.arguments());
    return arguments;
  }
}
