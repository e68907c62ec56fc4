package io.smartt.base.failure;

/**
 * The input was right and the run failed: a switch refused an entry, a flow did not finish, bytes
 * differ, the disk is full. The message is for the user. The command line ends with status 1.
 */
public final class RunFailedException extends RuntimeException {
  /** An exception with the message for the user. */
  public RunFailedException(String message) {
    super(message);
  }

  /** An exception with the message for the user and, for {@code --debug}, what led to it. */
  public RunFailedException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Returns what began a chain of causes. */
  public static Throwable root(Throwable e) {
    Throwable last = e;
    while (last.getCause() != null) {
      last = last.getCause();
    }
    return last;
  }
}
