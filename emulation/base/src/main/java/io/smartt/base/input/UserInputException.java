package io.smartt.base.input;

import module java.base;

/**
 * The user asked for something that cannot be: an unknown key, a missing file, a malformed line.
 * The message is one sentence that names the file and line, or the key, what was found and what is
 * accepted. The command line ends with status 2.
 */
public final class UserInputException extends RuntimeException {
  public UserInputException(String message) {
    super(message);
  }

  /** An exception with the message of what led to it, which is for the user. */
  public UserInputException(Throwable cause) {
    this(String.valueOf(cause.getMessage()), cause);
  }

  /** An exception with the message for the user and, for {@code --debug}, what led to it. */
  public UserInputException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Returns this error with its place in the input in front. */
  public UserInputException at(String place) {
    return new UserInputException(place + ": " + getMessage(), this);
  }

  /** Returns what a step makes; an error of it gets the place in the input in front. */
  public static <T> T at(String place, Supplier<T> step) {
    try {
      return step.get();
    } catch (UserInputException e) {
      throw e.at(place);
    }
  }

  /** Takes a step; an error of it gets the place in the input in front. */
  public static void at(String place, Runnable step) {
    var _ =
        at(
            place,
            () -> {
              step.run();
              return place;
            });
  }
}
