package io.smartt.emulation.cli.experiment;

import module java.base;

import io.smartt.experiment.settings.SettingKeys;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --topology} of a command that takes a profile. */
public final class TopologyOption {
  private static final String NAME = "--topology";

  @Option(
      names = NAME,
      completionCandidates = OptionCandidates.TopologyNames.class,
      paramLabel = "TOPOLOGY|FILE",
      description = {
        "The network, by name (leafspine,4,4,4) or from a file.",
        "Default: the profile's."
      })
  private @Nullable String topology;

  /** Returns what was given. */
  public Optional<String> given() {
    return Optional.ofNullable(topology);
  }

  /** Returns it as a setting, none if it was not given. */
  public Map<String, String> setting() {
    return topology == null ? Map.of() : Map.of(SettingKeys.TOPOLOGY.name(), topology);
  }

  /** Returns the same again, for another process. */
  public List<String> arguments() {
    return topology == null ? List.of() : List.of(NAME, topology);
  }
}
