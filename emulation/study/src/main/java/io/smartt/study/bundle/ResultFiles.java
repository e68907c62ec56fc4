package io.smartt.study.bundle;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.base.input.FolderTree;
import io.smartt.experiment.report.RunFolder;

/**
 * The files of results that come out the same again: tables, {@code experiment.yaml}, and {@code
 * summary.json} without what the run cost. Pages, captures and {@code metrics.om} have times of the
 * clock on the wall or follow from the tables.
 */
final class ResultFiles {
  static final String SUMMARY = RunFolder.SUMMARY;
  static final String EXPERIMENT = "experiment.yaml";

  /** Keys of a summary that differ from run to run. */
  static final List<String> COST = List.of("wallSeconds", "cpuSeconds", "peakRssBytes");

  private static final ObjectMapper JSON = new ObjectMapper();

  private ResultFiles() {}

  /** Returns the results of a folder, in order, without its subfolders. */
  static List<Path> in(Path folder) throws IOException {
    return FolderTree.children(folder).stream()
        .filter(Files::isRegularFile)
        .filter(file -> isCompared(String.valueOf(file.getFileName())))
        .toList();
  }

  private static boolean isCompared(String name) {
    return name.endsWith(".csv") || name.equals(SUMMARY) || name.equals(EXPERIMENT);
  }

  /** Copies a file as it is compared: of a summary, what does not differ from run to run. */
  static void copy(Path file, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    if (String.valueOf(file.getFileName()).equals(SUMMARY)
        && JSON.readTree(file.toFile()) instanceof ObjectNode summary) {
      Files.writeString(to, summary.remove(COST).toPrettyString() + "\n");
    } else {
      Files.copy(file, to);
    }
  }
}
