package io.smartt.emulation.cli.lab;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.lab.Lab;
import io.smartt.emulation.lab.LabClient;
import io.smartt.emulation.lab.LabPrograms;
import io.smartt.emulation.lab.LabStore;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code smartt lab exec}. */
@Command(
    name = "exec",
    sortOptions = false,
    header = "Runs a program in a host of a lab, on this terminal.",
    description = {
      "",
      "Programs find other hosts by their names (http://h2:8000). Ends with the program's",
      "own status. On the virtual fabric hosts ping and run nothing else.",
      ""
    },
    footer = {"", "Example:", "  sudo ./smartt lab exec mine h1 -- ping -c 3 h2"})
final class LabExecCommand implements Callable<Integer> {
  private final Supplier<LabStore> labs;
  private final Console console;

  @Parameters(index = "0", paramLabel = "NAME", description = "The lab.")
  private String name = "";

  @Parameters(index = "1", paramLabel = "HOST", description = "A host of it.")
  private String host = "";

  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "COMMAND",
      description = "The program and its arguments, behind '--'.")
  private List<String> command = new ArrayList<>();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  LabExecCommand(Supplier<LabStore> labs, Console console) {
    this.labs = labs;
    this.console = console;
  }

  @Override
  public Integer call() {
    Lab lab = labs.get().find(name);
    LabPrograms programs = new LabPrograms();
    try (LabClient client =
        LabClient.connect(
            lab,
            text -> {
              console.out().print(text);
              console.out().flush();
            },
            what -> console.err().println("smartt: " + what),
            programs)) {
      List<String> hosts = lab.facts().map(facts -> facts.names("host")).orElse(List.of());
      if (!hosts.contains(host)) {
        throw new UserInputException(
            "lab '%s' has no host '%s'; %s".formatted(name, host, NearNames.hint(host, hosts)));
      }
      String words =
          command.size() == 1
              ? command.getFirst()
              : command.stream().map(LabExecCommand::quoted).collect(Collectors.joining(" "));
      try {
        var _ = client.execute(host + " " + words);
      } catch (RunFailedException e) {
        // The program has said why itself.
        return programs.lastStatus().orElseThrow(() -> e);
      }
      return 0;
    }
  }

  /** A word for the shell of the system. */
  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./,:=@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
