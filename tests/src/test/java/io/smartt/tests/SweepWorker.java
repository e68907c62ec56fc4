package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What tests of sweeps elsewhere share: the program that a host starts, and what must be equal. */
final class SweepWorker {
  private SweepWorker() {}

  /** Writes a launcher of this build for {@code --worker}, whose start costs little. */
  static Path in(Path folder) throws IOException {
    return script(folder, "worker", "exec '" + String.join("' '", OwnJvm.command()) + "' \"$@\"");
  }

  /** Writes a program of the shell. */
  static Path script(Path folder, String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + text + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  /** Compares tables and runs, byte for byte, with those of a sweep in one process. */
  static void assertSame(Path sweep, Path whole, int runs) throws IOException {
    for (String table : List.of("sweep.csv", "means.csv")) {
      assertThat(sweep.resolve(table)).hasSameBinaryContentAs(whole.resolve(table));
    }
    try (Stream<Path> folders = Files.list(whole.resolve("runs"))) {
      List<Path> all = folders.toList();
      assertThat(all).hasSize(runs);
      for (Path run : all) {
        for (String file : List.of("experiment.yaml", "flows.csv", "samples.csv", "switches.csv")) {
          assertThat(sweep.resolve("runs").resolve(run.getFileName()).resolve(file))
              .hasSameBinaryContentAs(run.resolve(file));
        }
      }
    }
  }
}
