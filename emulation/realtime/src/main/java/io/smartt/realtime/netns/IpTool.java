package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.concurrent.EndedProgram;
import io.smartt.base.failure.RunFailedException;

/** iproute2's {@code ip}, a batch of commands at a time. */
final class IpTool {
  private IpTool() {}

  /**
   * Runs commands in this process's namespace, one a line; the first that fails ends the batch.
   *
   * @throws RunFailedException with what {@code ip} says
   */
  static void batch(List<String> commands) {
    run(List.of("ip", "-batch", "-"), commands);
  }

  /** The same, going on where one fails; the caller checks what was done. */
  static void batchAll(List<String> commands) {
    works(List.of("ip", "-force", "-batch", "-"), commands);
  }

  /** The same inside a namespace. */
  static void batchIn(String namespace, List<String> commands) {
    run(List.of("ip", "-n", namespace, "-batch", "-"), commands);
  }

  /** Returns whether a command works; what it says is of no interest. */
  static boolean works(List<String> command, List<String> lines) {
    try {
      return EndedProgram.of(command, lines, "'ip' ran").status() == 0;
    } catch (IOException | RunFailedException e) {
      return false;
    }
  }

  /** Returns what starts a shell's command inside a namespace. */
  static ProcessBuilder inside(String namespace, String command) {
    return new ProcessBuilder("ip", "netns", "exec", namespace, "sh", "-c", command);
  }

  private static void run(List<String> command, List<String> lines) {
    try {
      EndedProgram ip = EndedProgram.of(command, lines, "'ip' ran");
      if (ip.status() != 0) {
        throw new RunFailedException(
            "'" + String.join(" ", command) + "' failed: " + ip.said().strip().replace('\n', ' '));
      }
    } catch (IOException e) {
      throw new UncheckedIOException("iproute2's 'ip' did not run", e);
    }
  }
}
