package io.smartt.emulation.cli.trace;

import io.smartt.emulation.trace.analysis.CaptureSet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Parameters;

/** The captures that a command reads. */
final class TraceFiles {
  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "pcap or pcapng files; several are one trace, by their stamps.")
  private List<Path> files = new ArrayList<>();

  List<Path> paths() {
    return files;
  }

  /** Where the first of them is. */
  Path folder() {
    return Optional.ofNullable(files.getFirst().getParent()).orElse(Path.of(""));
  }

  CaptureSet open() {
    return CaptureSet.open(files);
  }
}
