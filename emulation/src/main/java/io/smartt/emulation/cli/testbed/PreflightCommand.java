package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.emulation.cli.testbed.TestbedOptions.ProfileOptions;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.host.packetio.InterfaceFacts;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.console.TextTable;
import io.smartt.testbed.Agents;
import io.smartt.testbed.Preflight;
import io.smartt.testbed.Preflight.PreflightRow;
import io.smartt.testbed.ReachCheck;
import io.smartt.testbed.SwitchPreflight;
import io.smartt.testbed.TestbedFacts;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt preflight}. */
@Command(
    name = "preflight",
    sortOptions = false,
    header = "Checks the hosts and SONiC switches of a testbed before an experiment.",
    description = {
      "",
      "Asks the agent of each host whether it answers with our certificate and token, and about",
      "its interface: carrier, MTU, rate, MAC address, driver, time stamps and clock. On a",
      "server without an agent, --local looks at its interface. Asks each SONiC switch whether",
      "it does what its CONFIG_DB asks for.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt preflight --profile trident4-leaf-spine",
      "  smartt preflight --profile trident4-leaf-spine --reach",
      "  smartt preflight --profile trident4-leaf-spine --local h3",
      "",
      "Ends with 1 if something is wrong."
    })
public final class PreflightCommand implements Callable<Integer> {
  private final ExperimentLoader experiments;
  private final Console console;

  @Mixin private ProfileOptions profile = new ProfileOptions();

  @Option(
      names = "--local",
      paramLabel = "HOST",
      description = "This machine is that host: checks its interface.")
  private @Nullable String local;

  @Option(
      names = "--reach",
      description = {
        "Has each host send a packet to every other as well, then fills the queue",
        "of the port to each host with some tens of packets, and compares marks,",
        "trims and the priority of control with the plan. First 'smartt apply'."
      })
  private boolean reach;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long an agent may take to answer. Default: 5.")
  private int timeoutS = 5;

  public PreflightCommand(ExperimentLoader experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    ExperimentSpec spec = profile.experiment(experiments);
    TestbedFacts facts = new TestbedFacts(spec.settings());
    Preflight preflight = new Preflight(spec, facts);
    List<PreflightRow> rows =
        local == null ? agents(spec, preflight, facts) : here(preflight, facts, local);
    TextTable table = new TextTable("host", "check", "", "found", "wanted");
    rows.forEach(
        row -> table.row(row.host(), row.check(), row.verdict().word(), row.found(), row.wanted()));
    console.show(table);
    return rows.stream().anyMatch(row -> row.verdict().isBad()) ? Failures.FAILED : 0;
  }

  private List<PreflightRow> agents(ExperimentSpec spec, Preflight preflight, TestbedFacts facts) {
    try (Agents agents = Agents.ask(preflight.hosts(), facts, Duration.ofSeconds(timeoutS))) {
      List<PreflightRow> rows = new ArrayList<>(agents.rows(preflight));
      rows.addAll(new SwitchPreflight(spec, facts, Duration.ofSeconds(timeoutS)).rows());
      if (reach && agents.allAnswer()) {
        rows.addAll(new ReachCheck(spec, facts, Duration.ofSeconds(timeoutS)).rows(agents));
      }
      return rows;
    }
  }

  private static List<PreflightRow> here(Preflight preflight, TestbedFacts facts, String name) {
    Host host =
        preflight.hosts().stream()
            .filter(h -> h.name().equals(name))
            .findFirst()
            .orElseThrow(() ->
                new UserInputException(
                    "--local %s: the network has no such host, %s"
                        .formatted(
                            name,
                            NearNames.hint(
                                name, preflight.hosts().stream().map(Host::name).toList()))));
    Optional<InterfaceFacts> found =
        facts.server(name).nic().flatMap(nic -> InterfaceFacts.of(nic, Optional.empty()));
    return preflight.judge(host, found, InterfaceFacts.clockSource());
  }
}
