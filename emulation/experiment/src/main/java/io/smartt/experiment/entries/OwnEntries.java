package io.smartt.experiment.entries;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex;
import org.p4.v1.Update;

/**
 * The user's entries of an experiment: a folder with a file a switch, {@code leaf1.json} or {@code
 * leaf1.txtpb}, and {@code all.json} for every switch. They go into tables that the controller
 * leaves alone.
 *
 * @param byName of switches, or of {@code all}
 */
public record OwnEntries(String folder, SortedMap<String, List<P4Entity.Given>> byName) {
  private static final String EVERY_SWITCH = "all";
  private static final List<String> ENDINGS = List.of(".json", ".txtpb");

  /** No entries. */
  public static final OwnEntries NONE = new OwnEntries("", new TreeMap<>());

  /** Copies the map. */
  public OwnEntries {
    byName = Collections.unmodifiableSortedMap(new TreeMap<>(byName));
  }

  /**
   * Reads a folder.
   *
   * @param info of the program that the switches run
   * @throws UserInputException naming the file and what is wrong with it
   */
  public static OwnEntries read(String folder, P4InfoIndex info) {
    SortedMap<String, List<P4Entity.Given>> byName = new TreeMap<>();
    for (Path file : files(folder)) {
      String name = file.getFileName().toString();
      byName
          .computeIfAbsent(name.substring(0, name.lastIndexOf('.')), _ -> new ArrayList<>())
          .addAll(EntriesFile.read(file, info).stream().map(u -> given(u, info, file)).toList());
    }
    return new OwnEntries(folder, byName);
  }

  private static P4Entity.Given given(Update update, P4InfoIndex info, Path file) {
    if (update.getType() == Update.Type.DELETE) {
      throw new UserInputException(file + ": deletes; a switch holds nothing of its own to delete");
    }
    try {
      ForwardingPlanner.requireFree(update.getEntity(), info);
    } catch (RuntimeException e) {
      throw new UserInputException(file + ": " + e.getMessage(), e);
    }
    return new P4Entity.Given(update.getEntity());
  }

  /** Returns the texts of a folder's files, by their names. */
  public static SortedMap<String, String> texts(String folder) {
    SortedMap<String, String> texts = new TreeMap<>();
    files(folder).forEach(file -> texts.put(file.getFileName().toString(), InputFile.text(file)));
    return texts;
  }

  private static List<Path> files(String folder) {
    List<Path> files =
        FileErrors.input("program.entries: " + folder)
            .get(() -> FolderTree.children(Path.of(folder)));
    if (files.isEmpty()) {
      throw new UserInputException("program.entries: " + folder + " has no file");
    }
    for (Path file : files) {
      if (ENDINGS.stream().noneMatch(file.toString()::endsWith)) {
        throw new UserInputException(
            file + ": accepted are a switch's name or all, with .json or .txtpb behind it");
      }
    }
    return files;
  }

  /**
   * Refuses files of switches that are not there.
   *
   * @throws UserInputException naming the file
   */
  public void requireSwitches(List<String> names) {
    for (String name : byName.keySet()) {
      if (!names.contains(name) && !name.equals(EVERY_SWITCH)) {
        throw new UserInputException(
            "program.entries: %s has a file for '%s', which is no switch; %s"
                .formatted(folder, name, NearNames.hint(name, names)));
      }
    }
  }

  /** Returns the entries of a switch, those of all switches first. */
  public List<P4Entity.Given> of(String name) {
    return byName.isEmpty()
        ? List.of()
        : Stream.of(EVERY_SWITCH, name)
            .flatMap(file -> byName.getOrDefault(file, List.of()).stream())
            .toList();
  }
}
