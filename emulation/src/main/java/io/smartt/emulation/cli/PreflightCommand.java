package io.smartt.emulation.cli;

import io.smartt.controller.tls.TlsException;
import io.smartt.emulation.experiment.ExperimentSpec;
import io.smartt.emulation.experiment.Experiments;
import io.smartt.emulation.input.NearNames;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.testbed.AgentReach;
import io.smartt.emulation.testbed.InterfaceFacts;
import io.smartt.emulation.testbed.Preflight;
import io.smartt.emulation.testbed.PreflightRow;
import io.smartt.emulation.testbed.TestbedFacts;
import io.smartt.emulation.topology.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt preflight}. */
@Command(
    name = "preflight",
    sortOptions = false,
    header = "Checks the hosts of a testbed before an experiment.",
    description = {
      "",
      "Asks the agent of each host whether it answers with our certificate and token. On a",
      "server itself, --local checks its interface: carrier, MTU, rate, MAC address, driver,",
      "time stamps and clock.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt preflight --profile trident4-leaf-spine",
      "  smartt preflight --profile trident4-leaf-spine --local h3",
      "",
      "Ends with 1 if something is wrong."
    })
final class PreflightCommand implements Callable<Integer> {
  private static final Path CLOCK =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");

  private final Experiments experiments;
  private final Console console;

  @Mixin private ProfileOptions profile = new ProfileOptions();

  @Option(
      names = "--local",
      paramLabel = "HOST",
      description = "This machine is that host: checks its interface.")
  private @Nullable String local;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long an agent may take to answer. Default: 5.")
  private int timeoutS = 5;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  PreflightCommand(Experiments experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    ExperimentSpec spec = profile.experiment(experiments);
    TestbedFacts facts = new TestbedFacts(spec.settings());
    Preflight preflight = new Preflight(spec, facts);
    List<PreflightRow> rows =
        local == null ? agents(preflight, facts) : here(preflight, facts, local);
    TextTable table = new TextTable("host", "check", "", "found", "wanted");
    rows.forEach(
        row -> table.row(row.host(), row.check(), row.verdict().word(), row.found(), row.wanted()));
    console.out().print(table);
    console.out().flush();
    return rows.stream().anyMatch(row -> row.verdict() == PreflightRow.Verdict.WRONG)
        ? Failures.FAILED
        : 0;
  }

  private List<PreflightRow> agents(Preflight preflight, TestbedFacts facts) {
    try {
      AgentReach reach = new AgentReach(facts.tls(), facts.token(), Duration.ofSeconds(timeoutS));
      return preflight.hosts().stream().map(host -> reach.ask(facts.server(host.name()))).toList();
    } catch (TlsException e) {
      throw new RunFailedException(String.valueOf(e.getMessage()), e);
    }
  }

  private static List<PreflightRow> here(Preflight preflight, TestbedFacts facts, String name) {
    Host host =
        preflight.hosts().stream()
            .filter(h -> h.name().equals(name))
            .findFirst()
            .orElseThrow(() ->
                new UserInputException(
                    "--local "
                        + name
                        + ": the network has no such host, "
                        + NearNames.hint(
                            name, preflight.hosts().stream().map(Host::name).toList())));
    Optional<InterfaceFacts> found =
        facts.server(name).nic().flatMap(nic -> InterfaceFacts.read(InterfaceFacts.SYSFS, nic));
    return preflight.judge(host, found, clockSource());
  }

  private static Optional<String> clockSource() {
    try {
      return Optional.of(Files.readString(CLOCK).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
