package io.smartt.study.bundle;

import module java.base;

import io.smartt.base.input.UserInputException;

/** Files of own figures that commands name, packed with the bundle. */
final class OwnFigures {
  /** The prefix of the name of a file of the bundle, in place of its folder. */
  static final String HERE = "{bundle}/";

  private final Path folder;

  OwnFigures(Path folder) {
    this.folder = folder;
  }

  /** Copies the files and returns the commands with the copies' names. */
  List<List<String>> pack(PackedFolder packed) throws IOException {
    List<List<String>> commands = new ArrayList<>();
    for (List<String> command : packed.commands()) {
      List<String> changed = new ArrayList<>();
      for (String word : command) {
        changed.add(isFile(word) ? copied(word) : word);
      }
      commands.add(changed);
    }
    return commands;
  }

  private static boolean isFile(String word) {
    return word.endsWith(".yaml") || word.endsWith(".yml");
  }

  private String copied(String word) throws IOException {
    Path file = Path.of(word);
    if (!Files.isRegularFile(file)) {
      throw new UserInputException("figure " + word + " was made of a file that is gone");
    }
    Path copy = folder.resolve(String.valueOf(file.getFileName()));
    Files.createDirectories(folder);
    if (Files.exists(copy) && Files.mismatch(file, copy) >= 0) {
      throw new UserInputException("two figures are of files of one name: " + copy.getFileName());
    }
    if (!Files.exists(copy)) {
      Files.copy(file, copy);
    }
    return HERE + "inputs/figures/" + copy.getFileName();
  }
}
