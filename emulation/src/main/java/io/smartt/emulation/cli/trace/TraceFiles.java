package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.switchd.console.Console;
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

  /** Returns where the first of them is. */
  Path folder() {
    return Optional.ofNullable(files.getFirst().getParent()).orElse(Path.of(""));
  }

  /** Opens them. One that ends in the middle of a packet is read up to there, with a warning. */
  CaptureSet open(Console console) {
    return CaptureSet.open(
        files,
        cut -> {
          console
              .err()
              .println("smartt: warning: " + cut.getMessage() + "; only those before it are read");
          console.err().flush();
        });
  }
}
