package io.smartt.emulation.cli;

import io.smartt.switchd.console.Console;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Options that the last release had by another name. Each is taken for one release more, with a
 * notice; help and completion do not show it.
 */
final class OldNames {
  private static final List<Renamed> RENAMED =
      List.of(
          new Renamed(List.of("shell"), "--topo", "--topology"),
          new Renamed(List.of("lab", "up"), "--topo", "--topology"),
          new Renamed(List.of("export"), "--output", "--out"),
          new Renamed(List.of("scheme", "new"), "--output", "--out"),
          new Renamed(List.of("scheme", "new"), "--lb", "--balancer"),
          new Renamed(List.of("scheme", "check"), "--lb", "--balancer"),
          new Renamed(List.of("journey"), "--page", "--out"));

  private OldNames() {}

  /** Lets the commands of a command line take old names; commands that were left out have none. */
  static void accept(CommandLine root, Console console) {
    for (Renamed renamed : RENAMED) {
      CommandLine command = root;
      for (String word : renamed.command()) {
        command = command == null ? null : command.getSubcommands().get(word);
      }
      if (command != null) {
        OptionSpec option = command.getCommandSpec().findOption(renamed.now());
        command.getCommandSpec().addOption(hidden(option, renamed, console));
      }
    }
  }

  private static OptionSpec hidden(OptionSpec option, Renamed renamed, Console console) {
    return option.toBuilder()
        .names(renamed.old())
        .hidden(true)
        // Called only where the command line has the option; a setter gets initial values too.
        .preprocessor((_, _, _, _) -> {
          console
              .err()
              .println(
                  "smartt: %s is now %s; the old name goes with the next release"
                      .formatted(renamed.old(), renamed.now()));
          return false;
        })
        .setter(
            new ISetter() {
              @Override
              public <T> T set(T value) {
                return option.setValue(value);
              }
            })
        .build();
  }

  private record Renamed(List<String> command, String old, String now) {}
}
