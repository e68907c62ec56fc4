package io.smartt.study.diff;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.Sha256;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.Measure;
import io.smartt.experiment.report.RunFolder;
import io.smartt.experiment.settings.YamlEntries;
import io.smartt.experiment.settings.YamlEntries.YamlEntry;
import io.smartt.study.diff.Differences.Result;

/**
 * A run folder as one side of a comparison.
 *
 * @param result its settings and numbers
 * @param hashes the SHA-256 of each of its CSVs, by name
 */
public record RunSide(Path folder, Result result, Map<String, String> hashes) {
  /** The keys that do not say what was run, but how the run is called and what it leaves. */
  private static final List<String> NO_SETTINGS =
      List.of("name", "profile", "capture", "overrides");

  /** Copies the hashes. */
  public RunSide {
    hashes = Map.copyOf(hashes);
  }

  /**
   * Reads a run folder.
   *
   * @param label how the run is called in tables
   * @throws UserInputException if it is none
   */
  public static RunSide read(Path folder, String label) {
    return FileErrors.input(folder + " is no folder of a run")
        .get(() -> {
          Map<String, Double> numbers = new HashMap<>();
          JsonNode summary = RunFolder.summary(folder);
          for (Measure.Part measure : Measure.compared()) {
            JsonNode node = summary.at("/" + measure.key().replace('.', '/'));
            if (node.isNumber()) {
              numbers.put(measure.key(), node.doubleValue());
            }
          }
          Path experiment = folder.resolve("experiment.yaml");
          Map<String, String> settings = settings(experiment);
          return new RunSide(folder, new Result(label, settings, numbers), hashes(folder));
        });
  }

  private static Map<String, String> settings(Path experiment) throws IOException {
    Map<String, String> settings = new TreeMap<>();
    for (YamlEntry entry : YamlEntries.parse(experiment.toString(), Files.readString(experiment))) {
      if (NO_SETTINGS.stream()
          .noneMatch(no -> entry.key().equals(no) || entry.key().startsWith(no + "."))) {
        settings.merge(entry.key(), entry.text(), (a, b) -> a + " " + b);
      }
    }
    return settings;
  }

  /** The SHA-256 of each CSV, by name. */
  private static Map<String, String> hashes(Path folder) throws IOException {
    Map<String, String> hashes = new TreeMap<>();
    for (Path file : FolderTree.children(folder)) {
      if (file.toString().endsWith(".csv")) {
        hashes.put(String.valueOf(file.getFileName()), Sha256.of(file));
      }
    }
    return hashes;
  }
}
