package io.smartt.emulation.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What several commands take is declared once. */
@Timeout(60)
class SharedOptionsTest {
  private static Stream<CommandSpec> all(CommandSpec command) {
    return Stream.concat(
        Stream.of(command),
        command.subcommands().values().stream()
            .map(CommandLine::getCommandSpec)
            .flatMap(SharedOptionsTest::all));
  }

  private static List<OptionSpec> options() {
    return all(Smartt.specification())
        .flatMap(command -> command.options().stream())
        .filter(option -> !option.hidden() && !option.versionHelp())
        .toList();
  }

  /** Where an option is declared: picocli has a field or a parameter of a method for it. */
  private static String place(OptionSpec option) {
    return option.userObject().toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--set",
        "--json",
        "--jobs",
        "--seeds",
        "--topology",
        "--while-input-open",
        "--debug"
      })
  void hasOneDeclaration(String name) {
    Set<String> places =
        options().stream()
            .filter(option -> option.longestName().equals(name))
            .map(SharedOptionsTest::place)
            .collect(Collectors.toSet());

    assertThat(places).hasSize(1);
  }

  @Test
  void noTwoDeclarationsSayTheSame() {
    Map<String, Set<String>> places =
        options().stream()
            .filter(option -> !option.usageHelp())
            .collect(
                Collectors.groupingBy(
                    option ->
                        String.join(",", option.names())
                            + " "
                            + option.paramLabel()
                            + " "
                            + Arrays.toString(option.description()),
                    Collectors.mapping(SharedOptionsTest::place, Collectors.toSet())));

    assertThat(places).isNotEmpty();
    places.values().removeIf(where -> where.size() == 1);
    assertThat(places).isEmpty();
  }
}
