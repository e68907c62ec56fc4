package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;

/** What is done to a run from outside, one thing after the other, by what the run says. */
final class Steps {
  /** What a run says as soon as packets arrive. */
  static final String UNDER_WAY = "% of bytes delivered";

  private Steps() {}

  /**
   * One thing.
   *
   * @param after said by the run, once the steps before this one are done
   */
  record Step(String after, Runnable act) {}

  /** Takes the steps and returns all that the run has said when it ends. */
  static String taken(Process run, List<Step> steps) {
    StringBuilder said = new StringBuilder();
    Queue<Step> left = new ArrayDeque<>(steps);
    BufferedReader lines = run.inputReader(StandardCharsets.UTF_8);
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.append(line).append('\n');
        if (!left.isEmpty() && line.contains(left.element().after())) {
          left.remove().act().run();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(left).extracting(Step::after).as("said by %s", said).isEmpty();
    return said.toString();
  }
}
