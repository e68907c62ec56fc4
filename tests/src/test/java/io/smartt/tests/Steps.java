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
  /**
   * What a run says as soon as packets arrive: at a quarter of its bytes, or after three seconds if
   * it is a long one.
   */
  static final String UNDER_WAY = "% of bytes delivered";

  private Steps() {}

  /** Something that is done to a run. */
  @FunctionalInterface
  interface Act {
    void run() throws IOException, InterruptedException;
  }

  /**
   * One thing.
   *
   * @param after said by the run, once the steps before this one are done
   */
  record Step(String after, Act act) {}

  /** Takes the steps, waits for the run's end and returns its status and all that it has said. */
  static Netns.Ended ended(Process run, Step... steps) {
    try {
      String said = taken(run, List.of(steps));
      return new Netns.Ended(NamespaceMachines.await(run), said);
    } finally {
      run.destroyForcibly();
    }
  }

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
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
    assertThat(left).extracting(Step::after).as("said by %s", said).isEmpty();
    return said.toString();
  }

  /** Reads on to the line that has this; fails where the run ends without it. */
  static void until(Process run, String what) {
    until(run.inputReader(StandardCharsets.UTF_8), what);
  }

  /** The same of what a process says apart. */
  static void until(BufferedReader lines, String what) {
    StringBuilder said = new StringBuilder();
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.append(line).append('\n');
        if (line.contains(what)) {
          return;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(said.toString()).contains(what);
  }
}
