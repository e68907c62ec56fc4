package io.smartt.study.sweep;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.InputSources;
import io.smartt.experiment.settings.YamlEntries;

/**
 * {@code sweep.yaml} of a sweep's folder: what was swept, as a file that {@code smartt sweep}
 * takes.
 */
public final class SweepFile {
  /** Name of the file. */
  public static final String NAME = "sweep.yaml";

  private SweepFile() {}

  /** Returns the text of the file. */
  public static String format(Sweep sweep) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("profile", sweep.profile());
    document.putAll(sweep.settings());
    if (!sweep.varied().isEmpty()) {
      document.put("vary", sweep.varied());
    }
    return YamlEntries.textOf(document);
  }

  /**
   * Refuses a folder that has the tables of another sweep. One that only has more values goes on
   * from there.
   *
   * @throws UserInputException naming the folder
   */
  public static void requireSame(Path folder, Sweep sweep) {
    Path file = folder.resolve(NAME);
    if (!Files.isRegularFile(file)) {
      if (Files.exists(folder.resolve("sweep.csv"))) {
        throw other(folder);
      }
      return;
    }
    Sweep earlier = Sweep.parse(sweep.catalog(), file.toString(), InputSources.read("sweep", file));
    if (!earlier.profile().equals(sweep.profile())
        || !earlier.settings().equals(sweep.settings())
        || !List.copyOf(earlier.varied().keySet()).equals(List.copyOf(sweep.varied().keySet()))
        || !earlier.varied().entrySet().stream()
            .allMatch(key ->
                sweep.varied().getOrDefault(key.getKey(), List.of()).containsAll(key.getValue()))) {
      throw other(folder);
    }
  }

  /** Returns the refusal of a folder that has the tables of another sweep. */
  public static UserInputException other(Path folder) {
    return new UserInputException(
        "folder "
            + folder
            + " has the tables of another sweep; --out names another folder, --force replaces"
            + " them");
  }
}
