package io.smartt.emulation.lab;

import module java.base;

import io.smartt.base.failure.RunFailedException;

/** Runs programs that a lab names on this process's terminal, and keeps the last one's status. */
public final class LabPrograms implements ToIntFunction<List<String>> {
  private OptionalInt last = OptionalInt.empty();

  /** Nothing has run yet. */
  public LabPrograms() {}

  @Override
  public int applyAsInt(List<String> words) {
    try {
      int status = new ProcessBuilder(words).inheritIO().start().waitFor();
      last = OptionalInt.of(status);
      return status;
    } catch (IOException e) {
      throw new RunFailedException("a program did not start: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunFailedException("interrupted while a program ran", e);
    }
  }

  /** The status of the last program; empty if none has run. */
  public OptionalInt lastStatus() {
    return last;
  }
}
