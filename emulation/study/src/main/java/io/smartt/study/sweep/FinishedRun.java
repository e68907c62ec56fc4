package io.smartt.study.sweep;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.output.WholeFile;
import io.smartt.experiment.report.RunFolder;

/**
 * The result of a run as its folder has it, so that runs of this process and of an earlier one look
 * the same.
 *
 * @param point what is varied, by key
 * @param folder its run folder
 * @param summary content of its {@code summary.json}
 */
public record FinishedRun(Map<String, String> point, Path folder, JsonNode summary) {
  /**
   * Returns what a run left, if it is finished: completed, or failed, which it would again. A run
   * that was interrupted, or whose process ended, is not.
   */
  public static Optional<FinishedRun> read(SweepRun run, Path folder) {
    try {
      JsonNode tree = RunFolder.summary(folder);
      String status = tree.path("status").asText();
      boolean finished = status.equals("completed") || status.equals("failed");
      return finished && Files.readString(folder.resolve(SweepRun.PLAN)).equals(run.experiment())
          ? Optional.of(new FinishedRun(run.point(), folder, tree))
          : Optional.empty();
    } catch (IOException e) {
      // An unreadable folder holds no result; the run is repeated and replaces it.
      return Optional.empty();
    }
  }

  /**
   * Ends a run that was stopped, or whose thread hangs or had no memory, as failed: it would again.
   */
  static void fail(Path folder, String why) {
    Path file = folder.resolve(RunFolder.SUMMARY);
    RunFailedException.saying("cannot read " + file)
        .run(() -> {
          if (RunFolder.summary(folder) instanceof ObjectNode summary) {
            summary.put("status", "failed");
            summary.put("message", why);
            WholeFile.write(file, out -> out.write(summary.toPrettyString()));
          }
        });
  }

  /** {@code completed} or {@code failed}. */
  public String status() {
    return summary.path("status").asText();
  }

  /** Returns why it did not complete; empty if it did. */
  public Optional<String> message() {
    return Optional.of(summary.path("message").asText()).filter(text -> !text.isEmpty());
  }

  /** Returns whether every flow finished and every byte was right. */
  public boolean completed() {
    return status().equals("completed");
  }

  /**
   * Returns whether its machine did not keep time, so that its numbers say as much about the
   * machine.
   */
  public boolean late() {
    return summary.path("timely").isBoolean() && !summary.path("timely").booleanValue();
  }

  /** A number of the summary, with dots between keys: {@code fctUs.p99}. */
  public OptionalDouble number(String key) {
    JsonNode node = summary.at("/" + key.replace('.', '/'));
    return node.isNumber() ? OptionalDouble.of(node.doubleValue()) : OptionalDouble.empty();
  }
}
