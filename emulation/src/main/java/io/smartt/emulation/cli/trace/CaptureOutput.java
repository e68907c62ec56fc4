package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.trace.CaptureCopy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which capture file to write. */
final class CaptureOutput extends CaptureFormat {
  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FILE",
      description = "The file to write.")
  private @Nullable Path out;

  Path file() {
    return Optional.ofNullable(out).orElseThrow();
  }

  CaptureCopy create(String comment) {
    return create(file(), comment);
  }
}
