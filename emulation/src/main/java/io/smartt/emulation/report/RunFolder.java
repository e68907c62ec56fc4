package io.smartt.emulation.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.emulation.counters.PacketLedger;
import io.smartt.emulation.failure.RunFailedException;
import io.smartt.emulation.input.UserInputException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The folder of one run: {@code experiment.yaml}, {@code flows.csv}, {@code samples.csv}, {@code
 * switches.csv}, {@code events.csv}, {@code summary.json}, {@code report.html} and, where a fabric
 * captures, {@code trace.pcapng}.
 *
 * <p>Each file appears whole or not at all, {@code summary.json} last. However the process ends,
 * that file says whether the others are results. It says {@code running} until then. Methods may be
 * called from a shutdown hook while another thread is in one of them.
 */
public final class RunFolder {
  private static final List<String> RESULTS =
      List.of(
          "flows.csv", "samples.csv", "switches.csv", "events.csv", "report.html", "trace.pcapng");
  private static final List<String> WITH_RESULTS =
      Stream.of(RunStatus.COMPLETED, RunStatus.INTERRUPTED, RunStatus.FAILED)
          .map(RunStatus::key)
          .toList();
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT);

  private final Path folder;
  private final RunIdentity identity;
  private final FolderLock lock;
  private boolean ended;

  private RunFolder(Path folder, RunIdentity identity, FolderLock lock) {
    this.folder = folder;
    this.identity = identity;
    this.lock = lock;
  }

  /**
   * Refuses a folder that has the result of an earlier run.
   *
   * @throws UserInputException if it has one
   */
  public static void requireNoResult(Path folder) {
    if (WITH_RESULTS.contains(status(folder.resolve("summary.json")))) {
      throw new UserInputException(
          "run folder "
              + folder
              + " has the result of an earlier run; --out names another folder, --force replaces it");
    }
  }

  /** The status that a summary has; empty if it cannot be read. */
  private static String status(Path summary) {
    if (!Files.isRegularFile(summary)) {
      return "";
    }
    try {
      return new ObjectMapper().readTree(summary.toFile()).path("status").asText();
    } catch (IOException e) {
      return "";
    }
  }

  /**
   * Begins the run folder that the user named; one that an earlier run left there is replaced.
   *
   * @param experiment writes all that is needed to run it again to the file that it is given
   * @throws UserInputException if something else is there, or another process writes it
   * @throws RunFailedException if it cannot be written
   */
  public static RunFolder begin(Path folder, RunIdentity identity, Consumer<Path> experiment) {
    refuseForeign(folder);
    try {
      Files.createDirectories(folder);
    } catch (FileAlreadyExistsException e) {
      throw new UserInputException(
          "run folder " + folder + ": " + e.getFile() + " is a file, not a folder", e);
    } catch (IOException e) {
      throw WholeFile.cannotWrite(folder, e);
    }
    return started(folder, identity, experiment);
  }

  private static void removeResults(Path folder) {
    try {
      for (String result : RESULTS) {
        Files.deleteIfExists(folder.resolve(result));
      }
    } catch (IOException e) {
      throw WholeFile.cannotWrite(folder, e);
    }
  }

  /**
   * Begins a new folder {@code <time>-<name>} under {@code runs}, with a number behind it if two
   * runs begin in the same second.
   *
   * @throws RunFailedException if it cannot be written
   */
  public static RunFolder beginUnder(
      Path runs, LocalDateTime now, RunIdentity identity, Consumer<Path> experiment) {
    String name = STAMP.format(now) + "-" + fileName(identity.name());
    try {
      Files.createDirectories(runs);
      return started(createNew(runs, name), identity, experiment);
    } catch (IOException e) {
      throw WholeFile.cannotWrite(runs.resolve(name), e);
    }
  }

  /** The folder. */
  public Path path() {
    return folder;
  }

  /** Where a capture of this run goes. */
  public Path tracePath() {
    return folder.resolve("trace.pcapng");
  }

  /**
   * Writes the results and ends the run in any status.
   *
   * @throws RunFailedException if the folder cannot be written
   */
  public synchronized void end(RunResult result) {
    end(result, true);
  }

  /**
   * Ends the run as {@link #end(RunResult)} does, with {@code report.html} (more than a megabyte)
   * only if that is wanted.
   */
  public synchronized void end(RunResult result, boolean withReport) {
    RunSummary summary = result.summary();
    if (result.plan().isEmpty()) {
      writeResults(result, summary, withReport);
    }
    // Last, for it says that the run has ended.
    write("summary.json", out -> SummaryJson.write(out, summary));
    ended = true;
    lock.close();
  }

  /**
   * Ends the run with its summary alone, for when there was no room for the rest.
   *
   * @return whether even that could be written
   */
  public synchronized boolean endWithout(RunSummary summary) {
    ended = true;
    try (FolderLock _ = lock) {
      write("summary.json", out -> SummaryJson.write(out, summary));
      return true;
    } catch (RunFailedException e) {
      return false;
    }
  }

  private void writeResults(RunResult result, RunSummary summary, boolean withReport) {
    Map<String, WholeFile.Content> files = new LinkedHashMap<>();
    files.put("samples.csv", out -> RunTables.samples(out, result.samples().series()));
    if (withReport) {
      files.put("report.html", out -> HtmlReport.write(out, result, summary));
    }
    files.put("flows.csv", out -> RunTables.flows(out, result.flows()));
    files.put(
        "switches.csv",
        out ->
            RunTables.switches(
                out,
                result.queues(),
                result.packets().map(PacketLedger::ports).orElse(List.of()),
                result.topology()));
    files.put("events.csv", out -> RunTables.events(out, result.history().events()));
    // The large ones take as long as each other, and as all the rest. One that fails stops no
    // other.
    List<RunFailedException> failures =
        files.entrySet().parallelStream()
            .flatMap(file -> failure(() -> write(file.getKey(), file.getValue())).stream())
            .toList();
    if (!failures.isEmpty()) {
      throw failures.getFirst();
    }
  }

  private static Optional<RunFailedException> failure(Runnable writing) {
    try {
      writing.run();
      return Optional.empty();
    } catch (RunFailedException e) {
      return Optional.of(e);
    }
  }

  /**
   * Ends the run without results, for when the fabric could not hand any over. Does nothing if the
   * run has ended already.
   *
   * @throws RunFailedException if the folder cannot be written
   */
  public synchronized void abandon(RunStatus status, String message) {
    if (!ended) {
      ended = true;
      write("summary.json", out -> SummaryJson.write(out, identity, status, Optional.of(message)));
      lock.close();
    }
  }

  private static RunFolder started(Path folder, RunIdentity identity, Consumer<Path> experiment) {
    FolderLock lock = FolderLock.take(folder);
    try {
      removeResults(folder);
      RunFolder begun = new RunFolder(folder, identity, lock);
      WholeFile.put(folder.resolve("experiment.yaml"), experiment);
      begun.write(
          "summary.json",
          out -> SummaryJson.write(out, identity, RunStatus.RUNNING, Optional.empty()));
      return begun;
    } catch (RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private void write(String name, WholeFile.Content content) {
    WholeFile.write(folder.resolve(name), content);
  }

  private static Path createNew(Path runs, String name) throws IOException {
    Path folder = runs.resolve(name);
    for (int number = 2; !created(folder); number++) {
      folder = runs.resolve(name + "-" + number);
    }
    return folder;
  }

  private static boolean created(Path folder) throws IOException {
    try {
      Files.createDirectory(folder);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  private static void refuseForeign(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    if (!Files.isDirectory(folder)) {
      throw new UserInputException("run folder " + folder + " is a file, not a folder");
    }
    if (Files.exists(folder.resolve("experiment.yaml"))) {
      return;
    }
    try (Stream<Path> there = Files.list(folder)) {
      if (there.findAny().isPresent()) {
        throw new UserInputException(
            "run folder "
                + folder
                + " holds something else: it has files and no experiment.yaml; name a new or an"
                + " empty folder");
      }
    } catch (IOException e) {
      throw WholeFile.cannotWrite(folder, e);
    }
  }

  private static String fileName(String name) {
    String kept = name.replaceAll("[^A-Za-z0-9._+-]+", "-");
    return kept.isEmpty() ? "run" : kept;
  }
}
