package io.smartt.base.failure;

import module java.base;

import io.smartt.base.input.FileErrors;

/**
 * The input was right and the run failed: a switch refused an entry, a flow did not finish, bytes
 * differ, the disk is full. The message is for the user. The command line ends with status 1.
 */
public final class RunFailedException extends RuntimeException {
  private final String place;

  /** An exception with the message for the user. */
  public RunFailedException(String message) {
    super(message);
    place = "";
  }

  /** An exception with the message of what led to it, which is for the user. */
  public RunFailedException(Throwable cause) {
    this(String.valueOf(cause.getMessage()), cause);
  }

  /** An exception with the message for the user and, for {@code --debug}, what led to it. */
  public RunFailedException(String message, Throwable cause) {
    this(message, "", cause);
  }

  /** An exception of a node, by its name. */
  public RunFailedException(String message, String place, Throwable cause) {
    super(message, cause);
    this.place = place;
  }

  /** Returns the failure of a run that cannot do something with files, sockets or programs. */
  public static FileErrors.Failure saying(String what) {
    return new FileErrors.Failure(RunFailedException::new, what);
  }

  /**
   * Keeps this thread interrupted, and returns the exception for that.
   *
   * @param what was being done or waited for, as in "interrupted while ..."
   */
  public static RunFailedException interrupted(String what, InterruptedException e) {
    Thread.currentThread().interrupt();
    return new RunFailedException("interrupted while " + what, e);
  }

  /** Returns the node that failed; empty where none is named. */
  public String place() {
    return place;
  }

  /** Returns the message of a failure that began with memory being used up; else empty. */
  public static Optional<String> outOfMemory(Throwable e) {
    return root(e) instanceof OutOfMemoryError cause
        ? Optional.of(
            "out of memory (%s); the heap has at most %d MiB, SMARTT_JAVA_OPTS=-Xmx8g gives more"
                .formatted(cause.getMessage(), Runtime.getRuntime().maxMemory() >> 20))
        : Optional.empty();
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
