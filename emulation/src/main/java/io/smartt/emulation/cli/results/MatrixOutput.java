package io.smartt.emulation.cli.results;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.switchd.console.Console;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --out} of a command that makes a connection matrix. */
public final class MatrixOutput {
  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE.cm",
      description = "The file to write. Default: standard output.")
  private @Nullable Path out;

  /** Writes the matrix where it was asked for. */
  public void write(String matrix, Console console) {
    if (out == null) {
      console.show(matrix);
      return;
    }
    FileErrors.input("cannot write " + out).run(() -> Files.writeString(out, matrix));
  }
}
