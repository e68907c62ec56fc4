package io.smartt.study.scorecard;

import module java.base;

import io.smartt.base.concurrent.OwnProgram;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;

/** A check in a process of its own, which can be ended and cannot take more memory than it may. */
public final class CandidateProcess {
  private CandidateProcess() {}

  /**
   * The end of a process.
   *
   * @param status exit status; empty if it was ended because its time was over
   * @param errors the end of what it said on standard error
   */
  public record Ending(Optional<Integer> status, String errors) {}

  /**
   * Runs a check to its end.
   *
   * @param memory largest heap, as {@code -Xmx} takes it
   * @param time that it may take
   * @param arguments of the command line
   * @param scratch folder for what it says
   * @param progress whether what it says on standard error goes to this process's
   */
  public static Ending run(
      String memory, Duration time, List<String> arguments, Path scratch, boolean progress) {
    Path errors = scratch.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(
            OwnProgram.command(
                List.of(
                    "-Xmx" + memory,
                    "-XX:+UseSerialGC",
                    "-Xlog:disable",
                    "--enable-native-access=ALL-UNNAMED"),
                arguments));
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(
        progress ? ProcessBuilder.Redirect.INHERIT : ProcessBuilder.Redirect.to(errors.toFile()));
    try {
      Process process = builder.start();
      try {
        boolean ended = process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
        return new Ending(ended ? Optional.of(process.exitValue()) : Optional.empty(), end(errors));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RunFailedException("interrupted while a candidate was checked", e);
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new RunFailedException(
          "the process of the check did not start: " + FileErrors.reason(e), e);
    }
  }

  private static String end(Path errors) {
    try {
      return Files.exists(errors)
          ? Files.readString(errors, StandardCharsets.UTF_8).lines().reduce("", (_, line) -> line)
          : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
