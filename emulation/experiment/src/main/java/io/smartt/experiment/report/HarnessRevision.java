package io.smartt.experiment.report;

import module java.base;

import io.smartt.base.input.PackedText;

/** The commit that the build was made of. */
public final class HarnessRevision {
  private HarnessRevision() {}

  /** Returns it as {@code git describe} writes it; empty if the build was not from a checkout. */
  public static String read() {
    return PackedText.find(HarnessRevision.class, "revision.txt").map(String::strip).orElse("");
  }
}
