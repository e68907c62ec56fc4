package io.smartt.tests.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The entry of Jazzer, which finds the methods by their names. */
public final class FuzzTarget {
  /** Names the {@link FuzzedReader}. */
  static final String READER = "smartt.fuzz.reader";

  private final FuzzedReader reader;
  private final Path folder;

  private FuzzTarget(FuzzedReader reader, Path folder) {
    this.reader = reader;
    this.folder = folder;
  }

  /** What Jazzer calls is static, and so is what it needs. */
  private static final class Holder {
    private static final FuzzTarget TARGET = target();

    private static FuzzTarget target() {
      try {
        return new FuzzTarget(
            FuzzedReader.valueOf(System.getProperty(READER, "")),
            Files.createTempDirectory("smartt-fuzz"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Reads what is kept, so that no input's time is that of loading classes. */
  public static void fuzzerInitialize() throws IOException {
    for (Path file : Holder.TARGET.reader.kept()) {
      fuzzerTestOneInput(Files.readAllBytes(file));
    }
  }

  /** Reads one input. */
  public static void fuzzerTestOneInput(byte[] input) {
    var _ = Holder.TARGET.reader.accepts(input, Holder.TARGET.folder);
  }
}
