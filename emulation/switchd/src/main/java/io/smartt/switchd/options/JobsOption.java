package io.smartt.switchd.options;

import module java.base;

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
    return PerCore.of(NAME, jobs);
  }

  /** Returns the number that was given, unchecked. */
  public Optional<Integer> given() {
    return Optional.ofNullable(jobs);
  }

  /** Returns the same again, for another process. */
  public List<String> arguments() {
    return List.of(NAME, Integer.toString(count()));
  }
}
