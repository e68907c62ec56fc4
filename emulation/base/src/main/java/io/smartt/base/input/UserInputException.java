package io.smartt.base.input;

/**
 * The user asked for something that cannot be: an unknown key, a missing file, a malformed line.
 * The message is one sentence that names the file and line, or the key, what was found and what is
 * accepted. The command line ends with status 2.
 */
public final class UserInputException extends RuntimeException {
  public UserInputException(String message) {
    super(message);
  }

  /** An exception with the message for the user and, for {@code --debug}, what led to it. */
  public UserInputException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Returns this error with its place in the input in front. */
  public UserInputException at(String place) {
    return new UserInputException(place + ": " + getMessage(), this);
  }
}
