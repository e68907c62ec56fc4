package io.smartt.emulation.cli.containers;

import module java.base;

import io.smartt.base.topology.Node;
import io.smartt.base.topology.Topology;
import io.smartt.emulation.cli.experiment.OptionCandidates;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.experiment.TopologyOption;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.realtime.containers.NodePrograms.FabricImages;
import io.smartt.realtime.containers.RunSecrets;
import io.smartt.realtime.docker.ComposeFile;
import io.smartt.realtime.docker.ContainerlabFile;
import io.smartt.realtime.docker.DockerSettings;
import io.smartt.switchd.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt compose}. */
@Command(
    name = "compose",
    sortOptions = false,
    header = "Writes an experiment on containers as a Compose or containerlab file.",
    description = {
      "",
      "The file has a service a host and a switch, a network a link, and a controller that runs"
          + " the",
      "experiment; a Compose tool brings it up and ends with the controller's status. In a",
      "containerlab file these are nodes, and links are containerlab's own.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt compose > compose.yaml",
      "  smartt compose --topology leafspine,2,2,2 --workload permutation:256KiB > compose.yaml",
      "  docker compose up --abort-on-container-exit --exit-code-from controller",
      "  smartt compose --format containerlab --topology leafspine,2,2,2 > lab.clab.yml"
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

  @Mixin private TopologyOption topology = new TopologyOption();

  @Option(
      names = "--workload",
      completionCandidates = OptionCandidates.WorkloadNames.class,
      paramLabel = "SPEC",
      description = "Who sends what to whom. Default: the profile's.")
  private String workload = "";

  @Mixin private SettingsOption settings = new SettingsOption();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "What to write: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}.")
  private Format format = Format.COMPOSE;

  /** The purpose of a file. */
  enum Format {
    COMPOSE,
    CONTAINERLAB;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public ComposeCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    List<String> assignments = new ArrayList<>(settings.given());
    topology.setting().forEach((key, value) -> assignments.add(key + "=" + value));
    if (!workload.isEmpty()) {
      assignments.add(SettingKeys.WORKLOAD.name() + "=" + workload);
    }
    ExperimentSpec spec = experiments.load(profile, Map.of(), assignments, false);
    Topology network = spec.buildTopology();
    spec.buildWorkload(network);
    spec.notices().forEach(notice -> console.err().println("smartt: " + notice));
    console.err().flush();
    console.show(text(spec, network, assignments));
    return 0;
  }

  private String text(ExperimentSpec spec, Topology network, List<String> assignments) {
    FabricImages images = DockerSettings.images(spec.settings());
    RunSecrets secrets = RunSecrets.create(nodes(network), new SecureRandom(), Instant.now());
    if (format == Format.CONTAINERLAB) {
      Topology undilated =
          spec.withSettings(spec.settings().with(SettingKeys.DILATION.name(), "1")).buildTopology();
      return new ContainerlabFile(undilated, images, spec.seed(), secrets)
          .text(ExperimentFile.format(spec));
    }
    ComposeFile file = new ComposeFile(network, images, spec.seed(), secrets);
    if (!(spec.topology() instanceof InputSource.Named)
        || !(spec.workload() instanceof InputSource.Named)) {
      return file.textOf(ExperimentFile.format(spec));
    }
    List<String> experiment = new ArrayList<>(List.of("--profile", profile));
    assignments.forEach(assignment -> experiment.addAll(List.of("--set", assignment)));
    return file.text(experiment);
  }

  private static List<String> nodes(Topology network) {
    return Stream.concat(network.switches().stream(), network.hosts().stream())
        .map(Node::name)
        .toList();
  }
}
