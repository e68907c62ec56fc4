package io.smartt.emulation.cli;

import io.smartt.emulation.input.UserInputException;
import org.jspecify.annotations.Nullable;

/** How many runs go side by side. */
final class Jobs {
  private Jobs() {}

  /**
   * What {@code --jobs} says, otherwise one a core.
   *
   * @throws UserInputException if it says less than one
   */
  static int of(@Nullable Integer option) {
    if (option == null) {
      return Runtime.getRuntime().availableProcessors();
    }
    if (option < 1) {
      throw new UserInputException("--jobs is " + option + ", must be at least 1");
    }
    return option;
  }
}
