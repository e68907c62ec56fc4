package io.smartt.experiment.report;

import module java.base;

/** The commit that the build was made of. */
public final class HarnessRevision {
  private HarnessRevision() {}

  /** Returns it as {@code git describe} writes it; empty if the build was not from a checkout. */
  public static String read() {
    try (InputStream in = HarnessRevision.class.getResourceAsStream("revision.txt")) {
      return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
