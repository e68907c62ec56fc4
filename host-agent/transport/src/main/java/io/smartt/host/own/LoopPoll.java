package io.smartt.host.own;

import java.util.Arrays;

/**
 * The methods that users' algorithms call instead: in loops, and where they would end the process.
 */
public final class LoopPoll {
  private LoopPoll() {}

  /**
   * Returns at once, unless the thread was interrupted.
   *
   * @throws Stopped if it was; it stays interrupted, so that who catches this meets it again
   */
  public static void poll() {
    if (Thread.currentThread().isInterrupted()) {
      throw new Stopped();
    }
  }

  /**
   * Ends the call into the algorithm; in a thread of the algorithm's own, the process as failed.
   *
   * @throws Exit in a call into the algorithm
   */
  public static void exit(int status) {
    Exit exit = new Exit(status);
    String own = LoopPoll.class.getPackageName() + ".";
    if (Arrays.stream(exit.getStackTrace())
        .map(StackTraceElement::getClassName)
        .anyMatch(name -> name.startsWith(own) && !name.equals(LoopPoll.class.getName()))) {
      throw exit;
    }
    System.exit(1);
  }

  /** Ends an algorithm like {@link #exit(int)}, for the methods of a {@link Runtime}. */
  public static void exit(Runtime runtime, int status) {
    exit(status);
  }

  /** The end of a call that would have ended the process. */
  static final class Exit extends Error {
    private static final long serialVersionUID = 1L;

    Exit(int status) {
      super("called System.exit(" + status + "), which ends the run as failed");
    }
  }

  /** The end of a loop. An error, so that few algorithms catch it. */
  static final class Stopped extends Error {
    private static final long serialVersionUID = 1L;
  }
}
