package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.trace.CaptureCopy;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say which capture file to write. */
final class CaptureOutput {
  @Option(
      names = {"-o", "--out"},
      required = true,
      paramLabel = "FILE",
      description = "The file to write.")
  private @Nullable Path out;

  @Mixin private CaptureFormat format = new CaptureFormat();

  Path file() {
    return Optional.ofNullable(out).orElseThrow();
  }

  /** Starts the file. */
  CaptureCopy create(String comment) {
    return format.create(file(), comment);
  }
}
