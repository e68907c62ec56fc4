package io.smartt.base.concurrent;

import module java.base;

/** The process that a fabric's parts are named after. */
public final class OwnerProcess {
  private static final String ZOMBIE = "Z";

  private OwnerProcess() {}

  /**
   * Returns whether it still runs. The number of one that is gone may be another's by now; ours are
   * Java. One that has ended and that nobody has waited for is gone too: in a container without an
   * init process it stays so.
   */
  public static boolean isRunning(long number) {
    return ProcessHandle.of(number)
        .filter(ProcessHandle::isAlive)
        .filter(process ->
            process.info().command().map(command -> command.contains("java")).orElse(true))
        .filter(process -> !state(process.pid()).equals(ZOMBIE))
        .isPresent();
  }

  /** Returns the state of a process by proc(5); empty where there is no such file. */
  private static String state(long number) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(number), "stat"));
      // The name before it is in parentheses, and may contain any character.
      return stat.substring(stat.lastIndexOf(')') + 2).substring(0, 1);
    } catch (IOException e) {
      return "";
    }
  }
}
