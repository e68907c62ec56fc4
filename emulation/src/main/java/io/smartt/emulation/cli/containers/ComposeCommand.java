package io.smartt.emulation.cli.containers;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.cli.experiment.OptionCandidates;
import io.smartt.emulation.cli.options.Help;
import io.smartt.emulation.experiment.ExperimentLoader;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.fabric.containers.RunSecrets;
import io.smartt.emulation.fabric.docker.ComposeFile;
import io.smartt.emulation.fabric.docker.DockerSettings;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.topology.Node;
import io.smartt.emulation.topology.Topology;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt compose}. */
@Command(
    name = "compose",
    sortOptions = false,
    header = "Writes an experiment on containers as a Compose file.",
    description = {
      "",
      "The file has a service a host and a switch, a network a link, and a controller that runs the",
      "experiment; a Compose tool brings it up and ends with the controller's status.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt compose > compose.yaml",
      "  smartt compose --topology leafspine,2,2,2 --workload permutation:256KiB > compose.yaml",
      "  docker compose up --abort-on-container-exit --exit-code-from controller"
    })
public final class ComposeCommand implements Callable<Integer> {
  private final ExperimentLoader experiments;
  private final Console console;

  @Option(
      names = "--profile",
      completionCandidates = OptionCandidates.Profiles.class,
      paramLabel = "PROFILE",
      description = "A packed profile. Default: ${DEFAULT-VALUE}.")
  private String profile = "docker";

  @Option(
      names = "--topology",
      completionCandidates = OptionCandidates.TopologyNames.class,
      paramLabel = "TOPOLOGY",
      description = "The network. Default: the profile's.")
  private String topology = "";

  @Option(
      names = "--workload",
      completionCandidates = OptionCandidates.WorkloadNames.class,
      paramLabel = "SPEC",
      description = "Who sends what to whom. Default: the profile's.")
  private String workload = "";

  @Option(
      names = "--set",
      completionCandidates = OptionCandidates.Keys.class,
      paramLabel = "KEY=VALUE",
      description = "Overrides one key of the profile; may be given more than once.")
  private List<String> settings = new ArrayList<>();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  public ComposeCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    List<String> assignments = new ArrayList<>(settings);
    if (!topology.isEmpty()) {
      assignments.add(SettingKeys.TOPOLOGY.name() + "=" + topology);
    }
    if (!workload.isEmpty()) {
      assignments.add(SettingKeys.WORKLOAD.name() + "=" + workload);
    }
    ExperimentSpec spec = experiments.load(profile, Map.of(), assignments, false);
    Topology network = spec.buildTopology();
    spec.buildWorkload(network);
    List<String> experiment = new ArrayList<>(List.of("--profile", profile));
    assignments.forEach(assignment -> experiment.addAll(List.of("--set", assignment)));
    console
        .out()
        .print(
            new ComposeFile(
                    network,
                    DockerSettings.images(spec.settings()),
                    spec.seed(),
                    RunSecrets.create(nodes(network), new SecureRandom(), Instant.now()))
                .text(experiment));
    console.out().flush();
    return 0;
  }

  private static List<String> nodes(Topology network) {
    return Stream.concat(network.switches().stream(), network.hosts().stream())
        .map(Node::name)
        .toList();
  }
}
