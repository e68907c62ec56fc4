package io.smartt.switchd.options;

import io.smartt.base.input.UserInputException;
import org.jspecify.annotations.Nullable;

/** The number of things that run at a time. */
public final class PerCore {
  private PerCore() {}

  /**
   * Returns what an option says, otherwise one a core.
   *
   * @throws UserInputException if it says less than one
   */
  public static int of(String name, @Nullable Integer option) {
    if (option == null) {
      return Runtime.getRuntime().availableProcessors();
    }
    if (option < 1) {
      throw new UserInputException(name + " is " + option + ", must be at least 1");
    }
    return option;
  }
}
