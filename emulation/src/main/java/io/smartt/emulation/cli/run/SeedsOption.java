package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.study.sweep.Sweep.VariedValues;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --seeds} of a command that does each of its runs with several. */
final class SeedsOption {
  @Option(
      names = "--seeds",
      paramLabel = "SEEDS",
      description = "Seeds of every run: 1..5 or 1,3. Values are means over them.")
  private @Nullable String seeds;

  /** The seeds; empty if the user is silent. */
  Optional<List<String>> given() {
    return Optional.ofNullable(seeds).map(SeedsOption::parse);
  }

  private static List<String> parse(String text) {
    List<String> seeds;
    try {
      seeds = VariedValues.parse(text);
      seeds.forEach(Long::parseLong);
    } catch (NumberFormatException e) {
      throw new UserInputException("--seeds " + text + ": seeds are whole numbers", e);
    } catch (UserInputException e) {
      throw e.at("--seeds");
    }
    return seeds;
  }
}
