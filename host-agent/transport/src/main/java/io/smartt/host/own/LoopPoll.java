package io.smartt.host.own;

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
   * Ends what calls this, and fails the run by the algorithm's name: in a call into the algorithm
   * as in a thread that it has started, and where the algorithm catches the error.
   *
   * @throws Exit always
   */
  public static void exit(int status) {
    Exit exit = new Exit(status);
    StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(frames ->
            frames
                .map(frame -> frame.getDeclaringClass().getClassLoader())
                .filter(UserCodeFault.OwnLoader.class::isInstance)
                .findFirst())
        .ifPresent(loader -> ((UserCodeFault.OwnLoader) loader).exited(exit));
    throw exit;
  }

  /** Ends an algorithm like {@link #exit(int)}, for the methods of a {@link Runtime}. */
  public static void exit(Runtime runtime, int status) {
    exit(status);
  }

  /** The end of a call or a thread that would have ended the process. */
  static final class Exit extends Error {
    Exit(int status) {
      super("called System.exit(" + status + "), which ends the run as failed");
    }
  }

  /** The end of a loop. An error, so that few algorithms catch it. */
  static final class Stopped extends Error {}
}
