package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.CsvReader;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.run.RunInputs;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One experiment with its run on one thread, and the runs of it that laws ask for. */
final class Trial implements AutoCloseable {
  /** Some seconds of running; a drawn experiment has a hundredth of that. */
  private static final int MOST_POLLS = 400;

  private final ExperimentSpec spec;
  private final Path folder;
  private final Runners runners;
  private final Ending ending;
  private int runs;

  /** Runners by their number of threads. */
  record Runners(Map<Integer, LocalRunner> all) {
    Runners() {
      this(new ConcurrentHashMap<>());
    }

    LocalRunner on(int threads) {
      return all.computeIfAbsent(
          threads, number -> new LocalRunner(Clock.systemUTC(), number, false, Fabrics.builtIn()));
    }
  }

  /** The ending of a run. */
  sealed interface Ending {
    /** The program refused the experiment. */
    record Refused(String message) implements Ending {}

    /** It was longer than a drawn experiment may be. */
    record Cut() implements Ending {}

    /** It ended, completed or failed. */
    record Done(RunResult result, Path folder) implements Ending {
      boolean completed() {
        return result.status() == RunStatus.COMPLETED;
      }

      /** The CSVs by name. */
      Map<String, String> tables() {
        Map<String, String> tables = new TreeMap<>();
        try (Stream<Path> files = Files.list(folder)) {
          for (Path file : files.filter(one -> one.toString().endsWith(".csv")).toList()) {
            tables.put(file.getFileName().toString(), Files.readString(file));
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        return tables;
      }

      JsonNode summary() {
        try {
          return new ObjectMapper().readTree(folder.resolve("summary.json").toFile());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }

      /** The summary without what it cost this machine. */
      JsonNode lastingSummary() {
        return ((ObjectNode) summary())
            .without(List.of("wallSeconds", "cpuSeconds", "peakRssBytes"));
      }

      List<CsvReader.Row> rows(String table) {
        List<CsvReader.Row> rows = new ArrayList<>();
        CsvReader.each(folder.resolve(table), rows::add);
        return rows;
      }
    }
  }

  /**
   * Runs an experiment.
   *
   * @param folder for its run folders, which is removed with the trial
   * @param runners that compile programs once for all trials
   */
  Trial(ExperimentSpec spec, Path folder, Runners runners) {
    this.spec = spec;
    this.folder = folder;
    this.runners = runners;
    ending = run(spec, 1);
  }

  ExperimentSpec spec() {
    return spec;
  }

  Ending ending() {
    return ending;
  }

  /** The run, of an experiment that was not refused. */
  Ending.Done done() {
    return (Ending.Done) ending;
  }

  /** A place that nothing else has. */
  Path place() {
    return folder.resolve("run" + ++runs);
  }

  /** A number that the experiment's seed chooses, from 0. */
  int choice(int below) {
    return (int) Math.floorMod(Long.hashCode(spec.seed() * 0x9E3779B97F4A7C15L), (long) below);
  }

  /** Returns all that a run of it needs. */
  RunInputs prepared() {
    return runners.on(1).prepare(spec, RunMonitor.NONE);
  }

  /** Runs this or a changed experiment. */
  Ending run(ExperimentSpec changed, int threads) {
    Path out = place();
    Watch watch = new Watch();
    try {
      var _ = runners.on(threads).run(changed, Optional.of(out), watch);
    } catch (UserInputException e) {
      if (Files.exists(out)) {
        throw new AssertionError("refused after it began: " + e.getMessage(), e);
      }
      assertThatThrownBy(() -> runners.on(threads).check(changed)).hasMessage(e.getMessage());
      return new Ending.Refused(String.valueOf(e.getMessage()));
    } catch (RunFailedException e) {
      throw new AssertionError("failed without a result: " + e.getMessage(), e);
    }
    RunResult result = watch.result.get();
    return result == null || result.status() == RunStatus.INTERRUPTED
        ? new Ending.Cut()
        : new Ending.Done(result, out);
  }

  @Override
  public void close() {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Keeps the result and stops what goes on for too long, by a count that no clock changes. */
  static final class Watch implements RunMonitor {
    final AtomicReference<@Nullable RunResult> result = new AtomicReference<>();
    private final Runnable look;
    private int polls;

    Watch() {
      this(() -> {});
    }

    /**
     * @param look what is done now and then while the run goes on
     */
    Watch(Runnable look) {
      this.look = look;
    }

    @Override
    public void ended(RunResult ended) {
      result.set(ended);
    }

    @Override
    public boolean interrupted() {
      look.run();
      return ++polls > MOST_POLLS;
    }
  }
}
