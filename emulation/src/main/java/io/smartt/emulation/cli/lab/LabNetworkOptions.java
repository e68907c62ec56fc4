package io.smartt.emulation.cli.lab;

import io.smartt.emulation.cli.experiment.OptionCandidates;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.SettingKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which network a lab is. */
final class LabNetworkOptions {
  @Option(
      names = {"--topo", "--topology"},
      completionCandidates = OptionCandidates.TopologyNames.class,
      paramLabel = "TOPOLOGY|FILE",
      description = "The network: leafspine,2,2,2 or a file. Default: the profile's.")
  private @Nullable String topology;

  @Option(
      names = "--profile",
      completionCandidates = OptionCandidates.Profiles.class,
      paramLabel = "PROFILE|FILE",
      description =
          "netns, docker or virtual, or a profile of that fabric. Default: netns, which needs"
              + " root.")
  private String profile = "netns";

  @Option(
      names = "--set",
      completionCandidates = OptionCandidates.Keys.class,
      paramLabel = "KEY=VALUE",
      description = "Overrides one key of the profile; may be given more than once.")
  private List<String> settings = new ArrayList<>();

  ExperimentSpec load(ExperimentLoader experiments) {
    Map<String, String> options = new HashMap<>();
    if (topology != null) {
      options.put(SettingKeys.TOPOLOGY.name(), topology);
    }
    return experiments.load(profile, options, settings, false);
  }

  /** The same again, for another process. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>(List.of("--profile", profile));
    if (topology != null) {
      arguments.addAll(List.of("--topo", topology));
    }
    settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
    return arguments;
  }
}
