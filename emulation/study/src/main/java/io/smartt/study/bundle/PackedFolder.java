package io.smartt.study.bundle;

import module java.base;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.InputSources;
import io.smartt.study.paper.PaperReport;
import io.smartt.study.search.SearchFiles;
import io.smartt.study.search.SearchRequest;
import io.smartt.study.sweep.Sweep;
import io.smartt.study.sweep.SweepFile;
import io.smartt.study.sweep.SweepRun;

/**
 * The folder of a run, a sweep or the paper's figures, with its runs in order.
 *
 * @param folder the folder
 * @param kind what it is
 * @param varied keys of a sweep
 * @param commands that make the paper's tables
 * @param runs folders and what they ran
 */
record PackedFolder(
    Path folder,
    BundleManifest.Kind kind,
    List<String> varied,
    List<List<String>> commands,
    List<Run> runs) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * A run of it.
   *
   * @param folder its folder
   * @param point what the sweep varies
   * @param spec what it ran
   */
  record Run(Path folder, Map<String, String> point, ExperimentSpec spec) {}

  /**
   * Finds out what a folder is.
   *
   * @throws UserInputException if it is none of these
   */
  static PackedFolder of(Path folder, ExperimentLoader experiments) {
    if (Files.isRegularFile(folder.resolve(ResultFiles.EXPERIMENT))) {
      return new PackedFolder(
          folder,
          BundleManifest.Kind.RUN,
          List.of(),
          List.of(),
          List.of(run(folder, Map.of(), experiments)));
    }
    if (Files.isRegularFile(folder.resolve(SweepFile.NAME))) {
      return sweep(folder, experiments);
    }
    List<List<String>> commands = commands(folder);
    if (!commands.isEmpty()) {
      return new PackedFolder(
          folder,
          BundleManifest.Kind.PAPER,
          List.of(),
          commands,
          folders(folder.resolve("runs")).stream()
              .map(run -> run(run, Map.of(), experiments))
              .toList());
    }
    throw new UserInputException(
        "%s is no folder of a run (it has no %s), of a sweep (%s) or of the paper's figures (%s)"
            .formatted(
                folder,
                ResultFiles.EXPERIMENT,
                SweepFile.NAME,
                PaperReport.COMMAND_ENDING.substring(1)));
  }

  private static PackedFolder sweep(Path folder, ExperimentLoader experiments) {
    Path file = folder.resolve(SweepFile.NAME);
    String text = InputSources.read("bundle", file);
    if (SearchRequest.isOne(file.toString(), text)) {
      throw new UserInputException(
          folder
              + " is the folder of a search, which no bundle repeats: bundle one of its runs, or a"
              + " run or a sweep of its "
              + SearchFiles.BEST);
    }
    Sweep sweep = Sweep.parse(experiments.catalog(), file.toString(), text);
    List<Run> runs = new ArrayList<>();
    for (SweepRun planned : SweepRun.all(sweep, experiments)) {
      Path run = folder.resolve("runs").resolve(planned.folderName());
      if (!Files.isDirectory(run)) {
        throw new UserInputException(
            folder
                + ": run "
                + planned.folderName()
                + " is not there; finish the sweep with this version, and bundle it where the files"
                + " are that its settings name");
      }
      runs.add(new Run(run, planned.point(), planned.spec()));
    }
    return new PackedFolder(
        folder, BundleManifest.Kind.SWEEP, List.copyOf(sweep.varied().keySet()), List.of(), runs);
  }

  private static Run run(Path folder, Map<String, String> point, ExperimentLoader experiments) {
    return new Run(folder, point, experiments.again(folder, Map.of(), List.of(), false));
  }

  private static List<List<String>> commands(Path folder) {
    return FileErrors.input("cannot read " + folder)
        .get(() -> {
          List<List<String>> commands = new ArrayList<>();
          for (Path file : FolderTree.children(folder)) {
            if (file.toString().endsWith(PaperReport.COMMAND_ENDING)) {
              commands.add(JSON.readValue(file.toFile(), new TypeReference<List<String>>() {}));
            }
          }
          return commands;
        });
  }

  private static List<Path> folders(Path runs) {
    return FileErrors.input("cannot read " + runs).get(() -> FolderTree.children(runs)).stream()
        .filter(Files::isDirectory)
        .toList();
  }
}
