package io.smartt.experiment.report;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.experiment.report.RunResult.RunStatus;

/**
 * The folder of one run: {@code experiment.yaml}, {@code flows.csv}, {@code slowdown_by_size.csv},
 * {@code samples.csv}, {@code switches.csv}, {@code events.csv}, {@code summary.json}, {@code
 * report.html}; where flows have entropy values, {@code entropies.csv}; where the workload has
 * jobs, {@code jobs.csv}, {@code ranks.csv}, {@code critical_path.csv} and {@code collectives.csv};
 * where a fabric captures, {@code trace.pcapng}.
 *
 * <p>Each file appears whole or not at all, {@code summary.json} last. However the process ends,
 * that file says whether the others are results. It says {@code running} until then. Methods may be
 * called from a shutdown hook while another thread is in one of them.
 */
public final class RunFolder {
  /** The file of a run's numbers, which is written last. */
  public static final String SUMMARY = "summary.json";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String EXPERIMENT = "experiment.yaml";
  private static final String REPORT = "report.html";

  /** Room for the tables while a capture grows. */
  private static final String ROOM_FILE = ".room";

  private static final int ROOM = 16 << 20;
  private static final int ROOM_SHARE = 4;

  /** The summary goes first: without it, the others are no result. */
  private static final List<String> RESULTS =
      Stream.of(
              Stream.of(SUMMARY),
              RunTables.ALL.stream().map(Table::file),
              Stream.of("metrics.om", REPORT, "trace.pcapng", ROOM_FILE))
          .flatMap(names -> names)
          .toList();

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
    if (WITH_RESULTS.contains(summaryIfAny(folder).path("status").asText())) {
      throw new UserInputException(
          "run folder "
              + folder
              + " has the result of an earlier run; --out names another folder, --force replaces"
              + " it");
    }
  }

  /** Returns the {@code summary.json} of a run folder. */
  public static JsonNode summary(Path folder) throws IOException {
    return JSON.readTree(folder.resolve(SUMMARY).toFile());
  }

  /** Returns the {@code summary.json} of a run folder; one without values if it cannot be read. */
  public static JsonNode summaryIfAny(Path folder) {
    try {
      return summary(folder);
    } catch (IOException e) {
      return MissingNode.getInstance();
    }
  }

  /**
   * Begins the run folder that the user named; one that an earlier run left there is replaced.
   *
   * @param experiment writes all that is needed to run it again to the file that it is given
   * @throws UserInputException if something else is there, or another process writes it
   * @throws RunFailedException if it cannot be written
   */
  public static RunFolder begin(Path folder, RunIdentity identity, WholeFile.Filling experiment) {
    refuseForeign(folder);
    WholeFile.folder(folder);
    return started(folder, identity, experiment);
  }

  private static void removeResults(Path folder) {
    try {
      for (String result : RESULTS) {
        Files.deleteIfExists(folder.resolve(result));
        Files.deleteIfExists(WholeFile.part(folder.resolve(result)));
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
      Path runs, LocalDateTime now, RunIdentity identity, WholeFile.Filling experiment) {
    String name = STAMP.format(now) + "-" + fileName(identity.name());
    WholeFile.folder(runs);
    Path folder = WholeFile.writing(runs.resolve(name)).get(() -> createNew(runs, name));
    return started(folder, identity, experiment);
  }

  /** The folder. */
  public Path path() {
    return folder;
  }

  /** Returns where a capture of this run goes. */
  public Path tracePath() {
    return folder.resolve("trace.pcapng");
  }

  /**
   * Writes the results and ends the run in any status.
   *
   * @param withReport whether {@code report.html} is wanted, which has more than a megabyte
   * @return the summary: of a failed run, if the folder could not take all files
   */
  public synchronized RunSummary end(RunResult result, boolean withReport) {
    RunSummary summary = result.summary();
    Optional<String> failure =
        result.ending().plan().isPresent()
            ? Optional.empty()
            : writeResults(result, summary, withReport);
    if (failure.isPresent()) {
      summary = result.failed(failure.get()).summary();
    }
    RunSummary written = summary;
    return finish(out -> SummaryJson.write(out, written), failure)
        .map(why -> result.failed(why).summary())
        .orElse(summary);
  }

  /**
   * Writes the summary, last of all files since it says that the run has ended, and gives the
   * folder back whether or not that is possible. On a full disk the summary becomes a short one,
   * written over the one that says {@code running}: that needs no more room.
   *
   * @param earlier why another file could not be written, for the short summary
   * @return why it could not be written whole; empty if it was
   */
  private Optional<String> finish(WholeFile.Content summary, Optional<String> earlier) {
    ended = true;
    try (FolderLock _ = lock) {
      giveRoom();
      write(SUMMARY, summary);
      return Optional.empty();
    } catch (RunFailedException e) {
      String why = earlier.orElse(String.valueOf(e.getMessage()));
      // Where not even that can be written, the caller still says why.
      boolean _ =
          WholeFile.overwrite(
              folder.resolve(SUMMARY),
              out -> SummaryJson.write(out, identity, RunStatus.FAILED, Optional.of(why)));
      return Optional.of(why);
    }
  }

  /** Returns why a file could not be written; empty if all were. */
  private Optional<String> writeResults(RunResult result, RunSummary summary, boolean withReport) {
    giveRoom();
    // On a disk with little room, these have it: they are small, and say the most.
    List<String> failures = written(files(RunTables.small(result)), false);
    Map<String, WholeFile.Content> large = files(RunTables.large(result.samples()));
    if (withReport) {
      large.put(REPORT, out -> HtmlReport.write(out, result, summary));
    }
    // The large ones take as long as each other.
    return Stream.concat(failures.stream(), written(large, true).stream()).findFirst();
  }

  /** Writes files, of which one that fails stops no other. */
  private List<String> written(Map<String, WholeFile.Content> files, boolean sideBySide) {
    Stream<Map.Entry<String, WholeFile.Content>> all = files.entrySet().stream();
    return (sideBySide ? all.parallel() : all)
        .flatMap(file -> failure(() -> write(file.getKey(), file.getValue())).stream())
        .toList();
  }

  /** Keeps room on the disk for the tables, which a capture would take. */
  public void keepRoom() {
    try {
      long bytes = Math.min(ROOM, Files.getFileStore(folder).getUsableSpace() / ROOM_SHARE);
      Files.write(folder.resolve(ROOM_FILE), new byte[(int) bytes]);
    } catch (IOException e) {
      throw WholeFile.cannotWrite(folder, e);
    }
  }

  private void giveRoom() {
    WholeFile.writing(folder).run(() -> Files.deleteIfExists(folder.resolve(ROOM_FILE)));
  }

  private static Map<String, WholeFile.Content> files(List<Table.Filled<?>> tables) {
    Map<String, WholeFile.Content> files = new LinkedHashMap<>();
    tables.forEach(filled -> files.put(filled.table().file(), filled::csv));
    return files;
  }

  private static Optional<String> failure(Runnable writing) {
    try {
      writing.run();
      return Optional.empty();
    } catch (RunFailedException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Ends the run without results, for when the fabric could not hand any over. Does nothing if the
   * run has ended already. The caller has the cause to report, which matters more than a folder
   * that cannot be written.
   *
   * @return why the folder does not have the cause; empty if it has
   */
  public synchronized Optional<String> abandon(RunStatus status, String message) {
    return ended
        ? Optional.empty()
        : finish(
            out -> SummaryJson.write(out, identity, status, Optional.of(message)),
            Optional.empty());
  }

  private static RunFolder started(
      Path folder, RunIdentity identity, WholeFile.Filling experiment) {
    FolderLock lock = FolderLock.take(folder);
    try {
      removeResults(folder);
      RunFolder begun = new RunFolder(folder, identity, lock);
      Path file = folder.resolve(EXPERIMENT);
      WholeFile.put(file, WholeFile.writing(file), experiment);
      begun.write(
          SUMMARY, out -> SummaryJson.write(out, identity, RunStatus.RUNNING, Optional.empty()));
      return begun;
    } catch (RuntimeException e) {
      throw Closing.after(e, lock);
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
    if (Files.exists(folder.resolve(EXPERIMENT))) {
      return;
    }
    try (Stream<Path> there = Files.list(folder)) {
      if (!there.allMatch(RunFolder::isLeftBehind)) {
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

  /**
   * Returns whether a file is what a process leaves that was killed before it had written any
   * whole.
   */
  private static boolean isLeftBehind(Path file) {
    return FolderLock.isOwn(String.valueOf(file.getFileName()))
        || file.equals(WholeFile.part(file.resolveSibling(EXPERIMENT)));
  }

  private static String fileName(String name) {
    String kept = name.replaceAll("[^A-Za-z0-9._+-]+", "-");
    return kept.isEmpty() ? "run" : kept;
  }
}
