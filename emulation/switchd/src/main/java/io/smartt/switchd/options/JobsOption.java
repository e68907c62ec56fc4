package io.smartt.switchd.options;

import module java.base;

import io.smartt.base.input.UserInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --jobs} of a command that does many runs. */
public final class JobsOption {
  private static final String NAME = "--jobs";

  @Option(names = NAME, paramLabel = "N", description = "Runs at a time. Default: one a core.")
  private @Nullable Integer jobs;

  /**
   * Returns how many runs there are at a time.
   *
   * @throws io.smartt.base.input.UserInputException if that is less than one
   */
  public int count() {
    return perCore(NAME, jobs);
  }

  /** Returns the number that was given, unchecked. */
  public Optional<Integer> given() {
    return Optional.ofNullable(jobs);
  }

  /** Returns the same again, for another process. */
  public List<String> arguments() {
    return List.of(NAME, Integer.toString(count()));
  }

  /**
   * Returns what an option says, otherwise one a core.
   *
   * @throws UserInputException if it says less than one
   */
  public static int perCore(String name, @Nullable Integer option) {
    if (option == null) {
      return Runtime.getRuntime().availableProcessors();
    }
    if (option < 1) {
      throw new UserInputException(name + " is " + option + ", must be at least 1");
    }
    return option;
  }
}
