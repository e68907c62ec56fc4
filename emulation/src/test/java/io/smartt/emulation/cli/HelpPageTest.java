package io.smartt.emulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Console.Colours;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests of the help of the program. */
@Timeout(60)
class HelpPageTest {
  @Test
  void everyCommandStandsInOneGroup() {
    String page = help(80);

    assertThat(page)
        .contains(
            "\nRun an experiment:\n  run          Runs one experiment", "\nRun many:\n  sweep ")
        .doesNotContain("Others:", "Commands:", "unpack");
    // 'trace' has a command of the same name as a command of a group.
    assertThat(help(80, "trace"))
        .contains("\nCommands:\n", "\n  workload ")
        .doesNotContain("Run an experiment:", "Others:");
    assertThat(page.indexOf("Run an experiment:")).isLessThan(page.indexOf("A testbed:"));
    commandLine(80)
        .getSubcommands()
        .forEach((name, command) -> {
          if (!command.getCommandSpec().usageMessage().hidden()) {
            assertThat(page.lines().filter(line -> (line + " ").startsWith("  " + name + " ")))
                .as(name)
                .hasSize(1);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {40, 80, 100})
  void textWrapsAtTheWidth(int width) {
    for (String command : List.of("run", "shell", "sweep", "diff", "topology")) {
      assertThat(help(width, command).lines())
          .as(command)
          .allMatch(line ->
              line.length() <= width
                  // Examples are to be copied, and one word cannot be cut.
                  || line.contains("smartt " + command)
                  || line.strip().split(" ", -1).length == 1
                  || line.startsWith("      --vary"));
    }
    assertThat(help(width).lines()).allMatch(line -> line.length() <= width);
  }

  @Test
  void anOptionHasItsNamesAndItsTextInOneParagraph() {
    assertThat(help(80, "shell"))
        .contains("\n  -c, --command=COMMAND   A command; may be given more than once.\n")
        .contains("\n  --topology=TOPOLOGY|FILE\n                          The network, by name");
    assertThat(help(80, "run")).contains("\n  --seed=N                Seed of all randomness.");
  }

  @Test
  void noHelpHasSignsOfAFormat() {
    assertThat(everyHelp(commandLine(80)))
        .hasSizeGreaterThan(60)
        .noneMatch(page -> page.contains("%n") || page.contains("%%"));
  }

  private static Stream<String> everyHelp(CommandLine line) {
    return Stream.concat(
        Stream.of(line.getUsageMessage(CommandLine.Help.Ansi.OFF)),
        line.getSubcommands().values().stream().flatMap(HelpPageTest::everyHelp));
  }

  private static String help(int width, String... command) {
    CommandLine line = commandLine(width);
    for (String word : command) {
      line = Objects.requireNonNull(line.getSubcommands().get(word));
    }
    return line.getUsageMessage(CommandLine.Help.Ansi.OFF).replace(System.lineSeparator(), "\n");
  }

  private static CommandLine commandLine(int width) {
    PrintWriter nowhere = new PrintWriter(new StringWriter());
    return Smartt.commandLine(
        (_, _) -> {
          throw new AssertionError("no experiment was asked for");
        },
        new Console(nowhere, nowhere, false, Colours.NONE, Colours.NONE, () -> width));
  }
}
