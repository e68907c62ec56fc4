package io.smartt.realtime;

import module java.base;

/** Tells of a process of this machine that a signal has stopped. */
public final class StoppedProcess {
  private StoppedProcess() {}

  /** Returns that it is stopped, if it is. */
  public static Optional<String> told(long pid) {
    try {
      // The name, in parentheses, may have some itself.
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.substring(stat.lastIndexOf(')')).startsWith(") T")
          ? Optional.of("its process is stopped (SIGSTOP)")
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
