package io.smartt.emulation.cli.journey;

import module java.base;

import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.study.launch.Fabrics;

/** The captures in which a packet is looked for, where it is not sent again. */
final class CaptureFiles {
  private static final Pattern CAPTURE = Pattern.compile(".*\\.pcap(ng)?");

  private CaptureFiles() {}

  /** Returns the captures among the files, or those of a run in real time that has one. */
  static Optional<List<Path>> of(List<Path> named) {
    if (named.stream().allMatch(file -> CAPTURE.matcher(file.toString()).matches())) {
      return Optional.of(named);
    }
    Path run = named.getFirst();
    Path trace = run.resolve("trace.pcapng");
    return named.size() == 1 && Files.isRegularFile(trace) && !isVirtual(run)
        ? Optional.of(List.of(trace))
        : Optional.empty();
  }

  private static boolean isVirtual(Path run) {
    return ExperimentFile.read(run.resolve("experiment.yaml"), Fabrics.builtIn().settings())
        .settings()
        .get(SettingKeys.FABRIC)
        .equals("virtual");
  }

  /** Joins the files' names for messages. */
  static String names(List<Path> files) {
    return files.stream().map(Path::toString).collect(Collectors.joining(", "));
  }
}
