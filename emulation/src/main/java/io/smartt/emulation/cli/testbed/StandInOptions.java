package io.smartt.emulation.cli.testbed;

import io.smartt.base.input.UserInputException;
import io.smartt.switchd.options.InputOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every stand-in. */
final class StandInOptions {
  @Option(
      names = "--speed",
      paramLabel = "FACTOR",
      description = "How many times as quick as a real switch it is. Default: 1; 5 in a lab.")
  private @Nullable Double speed;

  @Mixin private InputOption input = new InputOption();

  /** Returns the factor, or this one where none was given. */
  double speedOr(double otherwise) {
    Double given = speed;
    if (given == null) {
      return otherwise;
    }
    if (!(given > 0)) {
      throw new UserInputException("--speed " + given + ": give a number above 0");
    }
    return given;
  }

  /** Waits until it is to end. */
  int await(UntilStopped until) {
    input.atEnd(until::now);
    return until.await();
  }
}
