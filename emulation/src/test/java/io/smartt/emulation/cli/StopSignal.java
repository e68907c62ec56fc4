package io.smartt.emulation.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The signal that asks a child to stop. It is SIGINT, as of Ctrl-C, unless this process ignores
 * that: a shell without job control starts commands in the background so, children inherit it, and
 * a JVM that inherits it stays deaf to SIGINT. Then it is SIGTERM, which a run takes the same way.
 */
enum StopSignal {
  INT(2),
  TERM(15);

  private static final Path STATUS = Path.of("/proc/self/status");
  private static final int RADIX = 16;

  private final int number;

  StopSignal(int number) {
    this.number = number;
  }

  /** Returns the signal that children of this process listen to. */
  static StopSignal heard() throws IOException {
    if (!Files.isReadable(STATUS)) {
      return INT;
    }
    long ignored =
        Files.readAllLines(STATUS).stream()
            .filter(line -> line.startsWith("SigIgn:"))
            .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), RADIX))
            .findFirst()
            .orElse(0);
    return ((ignored >> (INT.number - 1)) & 1) == 0 ? INT : TERM;
  }

  /** Sends it. */
  void to(Process process) throws IOException, InterruptedException {
    // The shell's own: a bare machine has no program of this name.
    new ProcessBuilder("sh", "-c", "kill -" + name() + " " + process.pid()).start().waitFor();
  }

  /** Returns the exit status of a process that it ended. */
  int status() {
    return 128 + number;
  }
}
