package io.smartt.emulation.cli.lab;

import module java.base;

import io.smartt.emulation.cli.experiment.OptionCandidates;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.experiment.TopologyOption;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say which network a lab is. */
final class LabNetworkOptions {
  @Mixin private TopologyOption topology = new TopologyOption();

  @Option(
      names = "--profile",
      completionCandidates = OptionCandidates.Profiles.class,
      paramLabel = "PROFILE|FILE",
      description =
          "netns, docker or virtual, or a profile of that fabric. Default: netns, which needs"
              + " root.")
  private String profile = "netns";

  @Mixin private SettingsOption settings = new SettingsOption();

  ExperimentSpec load(ExperimentLoader experiments) {
    return experiments.load(profile, topology.setting(), settings.given(), false);
  }

  /** The same again, for another process. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("--profile", profile));
    arguments.addAll(topology.arguments());
    arguments.addAll(settings.arguments());
    return arguments;
  }
}
