package io.smartt.emulation.cli.testbed;

import io.smartt.base.input.UserInputException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every stand-in. */
final class StandInOptions {
  @Option(
      names = "--speed",
      paramLabel = "FACTOR",
      description = "How many times as quick as a real switch it is. Default: 1; 5 in a lab.")
  private @Nullable Double speed;

  @Option(
      names = "--while-input-open",
      description = "Ends when standard input does: with the process that started it.")
  private boolean whileInputOpen;

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
    if (whileInputOpen) {
      until.orInputEnds();
    }
    return until.await();
  }
}
