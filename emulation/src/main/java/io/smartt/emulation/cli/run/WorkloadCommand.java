package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Topology;
import io.smartt.emulation.cli.experiment.ProfileOption;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.experiment.TopologyOption;
import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.emulation.cli.results.MatrixOutput;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunSummary;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.TextTable;
import io.smartt.workload.CmWriter;
import io.smartt.workload.FailedLinks;
import io.smartt.workload.Workload;
import io.smartt.workload.Workloads;
import io.smartt.workload.ideal.IdealModel;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt workload}. */
@Command(
    name = "workload",
    sortOptions = false,
    header = "Writes a workload as a connection matrix (.cm) and tells its ideal completion time.",
    description = {
      "",
      "The matrix has every flow with its start or trigger; 'smartt run --workload FILE.cm' runs",
      "the same flows as the name does, and so does the Ultra Ethernet reference simulator.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt workload --list",
      "  smartt workload alltoall:4x128KiB --topology leafspine,4,4,4 -o alltoall.cm",
      "  smartt workload poisson:0.6x1000xsizes.txt --profile htsim-800g --seed 3 -o load60.cm"
    })
public final class WorkloadCommand implements Callable<Integer> {
  private final ExperimentLoader experiments;
  private final Console console;

  @Parameters(
      arity = "0..1",
      paramLabel = "SPEC|FILE.cm",
      description = "The workload; '--list' tells the names there are.")
  private @Nullable String workload;

  @Option(names = "--list", description = "Lists the names that stand for a workload.")
  private boolean list;

  @Mixin private TopologyOption topology = new TopologyOption();

  @Mixin private ProfileOption profile = new ProfileOption("virtual");

  @Option(names = "--seed", paramLabel = "N", description = "Seed of workloads that draw.")
  private @Nullable String seed;

  @Mixin private SettingsOption settings = new SettingsOption();

  @Mixin private MatrixOutput output = new MatrixOutput();

  public WorkloadCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    if (list) {
      TextTable table = new TextTable("workload", "meaning");
      Workloads.forms().forEach((form, meaning) -> table.row(form, meaning));
      console.show(table);
      return 0;
    }
    if (workload == null) {
      throw new UserInputException(
          "name a workload; 'smartt workload --list' tells which there are");
    }
    ExperimentSpec spec =
        experiments.load(profile.name(), given(workload), settings.given(), false);
    Topology network = spec.buildTopology();
    Workload built = spec.undilatedWorkload(network);
    double idealUs =
        new IdealModel(FailedLinks.apply(built, network), spec.packets())
                .times(built.dilated(spec.dilation()))
                .lastFinishPs()
            / 1e6;
    output.write(CmWriter.write(built), console);
    console
        .err()
        .printf(
            "smartt: %s for %d hosts: %s flows, %s, ideal completion of the last %s%n",
            built.name(),
            built.hosts(),
            RunSummary.grouped(built.flows().size()),
            HumanFormat.bytes(built.totalBytes()),
            HumanFormat.time(idealUs));
    return 0;
  }

  private Map<String, String> given(String spec) {
    Map<String, String> options = new HashMap<>(Map.of(SettingKeys.WORKLOAD.name(), spec));
    options.putAll(topology.setting());
    if (seed != null) {
      options.put(SettingKeys.SEED.name(), seed);
    }
    return options;
  }
}
