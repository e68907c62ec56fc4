package io.smartt.switchd.console;

import module java.base;

import io.smartt.base.input.OutPlace;
import io.smartt.base.input.UserInputException;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/**
 * Runs a command once the places that its options name for results can be written: before anything
 * is built, for every command.
 */
final class OutPlaces {
  private static final Set<String> OPTIONS = Set.of("--out", "--series", "--patch", "--log-file");

  private OutPlaces() {}

  /** Executes what was parsed. */
  static int execute(ParseResult parsed) {
    List<CommandLine> commands = parsed.asCommandLineList();
    CommandLine last = commands.getLast();
    for (OptionSpec option : last.getParseResult().matchedOptions()) {
      if (OPTIONS.contains(option.longestName()) && option.getValue() instanceof Path place) {
        try {
          OutPlace.require(place, option.paramLabel().equals("DIR"));
        } catch (UserInputException e) {
          throw new CommandLine.ParameterException(
              last, option.longestName() + ": " + e.getMessage(), e);
        }
      }
    }
    try {
      return new CommandLine.RunLast().execute(parsed);
    } catch (OutOfMemoryError e) {
      // Handlers of failures get exceptions.
      throw new IllegalStateException(e);
    }
  }
}
