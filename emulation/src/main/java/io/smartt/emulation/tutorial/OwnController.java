package io.smartt.emulation.tutorial;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.OwnProgram;
import io.smartt.base.failure.RunFailedException;

/**
 * The program that comes with an exercise to control its switches, such as {@code mycontroller.py}:
 * a shell command in the exercise's folder.
 */
record OwnController(String command, Path said, Process process) implements AutoCloseable {
  private static final long STOP_S = 2;
  private static final int SHOWN_LINES = 3;

  /**
   * Starts it.
   *
   * @param folder where it runs
   */
  static OwnController start(String command, Path folder) {
    try {
      Path said = Files.createTempFile("smartt-controller", ".txt");
      try {
        return new OwnController(
            command,
            said,
            new ProcessBuilder("sh", "-c", command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start());
      } catch (IOException e) {
        throw Closing.after(e, () -> Files.deleteIfExists(said));
      }
    } catch (IOException e) {
      throw new RunFailedException("'" + command + "' did not start: " + e.getMessage(), e);
    }
  }

  boolean isRunning() {
    return process.isAlive();
  }

  /** Returns why it failed, with its last lines; empty while it runs and after success. */
  Optional<String> failure() {
    if (process.isAlive() || process.exitValue() == 0) {
      return Optional.empty();
    }
    return Optional.of(
        "'%s' ended with status %d: %s"
            .formatted(command, process.exitValue(), OwnProgram.lastWords(said, SHOWN_LINES)));
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroy);
    process.destroy();
    try {
      if (!process.waitFor(STOP_S, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      Files.deleteIfExists(said);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
