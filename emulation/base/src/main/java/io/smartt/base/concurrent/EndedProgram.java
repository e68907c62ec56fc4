package io.smartt.base.concurrent;

import module java.base;

import io.smartt.base.failure.RunFailedException;

/**
 * Another program that ran to its end.
 *
 * @param said on standard output and standard error; what is no UTF-8 is replaced
 */
public record EndedProgram(int status, String said) {
  /**
   * Runs a program to its end.
   *
   * @param lines that it reads
   * @param what the run that is interrupted with this thread, as in "interrupted while ..."
   * @throws IOException if it does not start, or ends before it has read all lines
   */
  public static EndedProgram of(List<String> command, List<String> lines, String what)
      throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (BufferedWriter in = process.outputWriter(StandardCharsets.UTF_8)) {
      for (String line : lines) {
        in.write(line);
        in.write('\n');
      }
    }
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      return new EndedProgram(process.waitFor(), said);
    } catch (InterruptedException e) {
      throw RunFailedException.interrupted(what, e);
    }
  }

  /**
   * Runs a program on this process's terminal and returns its status.
   *
   * @throws RunFailedException if it does not start
   */
  public static int onTerminal(ProcessBuilder program) {
    try {
      return program.inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new RunFailedException("a program did not start: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw RunFailedException.interrupted("a program ran", e);
    }
  }
}
