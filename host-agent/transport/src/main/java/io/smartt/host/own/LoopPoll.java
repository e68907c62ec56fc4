package io.smartt.host.own;

/** What loops of users' algorithms call: ends them on the interrupt of their thread. */
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

  /** The end of a loop. An error, so that few algorithms catch it. */
  static final class Stopped extends Error {
    private static final long serialVersionUID = 1L;
  }
}
