package io.smartt.emulation.cli.testbed;

import io.smartt.emulation.cli.experiment.OptionCandidates;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  @Option(
      names = "--set",
      completionCandidates = OptionCandidates.Keys.class,
      paramLabel = "KEY=VALUE",
      description = "Overrides one key of the profile; may be given more than once.")
  private List<String> settings = new ArrayList<>();

  /** The profile as the user names it. */
  String name() {
    return profile;
  }

  ExperimentSpec experiment(ExperimentLoader experiments) {
    return experiments.load(profile, Map.of(), settings, false);
  }
}
