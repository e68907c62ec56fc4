package io.smartt.emulation.cli.testbed;

import io.smartt.emulation.cli.experiment.OptionCandidates;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say which testbed a command is about. */
final class ProfileOptions {
  @Option(
      names = "--profile",
      completionCandidates = OptionCandidates.Profiles.class,
      paramLabel = "PROFILE|FILE",
      required = true,
      description = "The testbed: its switches, hosts, network and queues.")
  private String profile = "";

  @Mixin private SettingsOption settings = new SettingsOption();

  /** The profile as the user names it. */
  String name() {
    return profile;
  }

  ExperimentSpec experiment(ExperimentLoader experiments) {
    return experiments.load(profile, Map.of(), settings.given(), false);
  }
}
