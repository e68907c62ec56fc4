package io.smartt.base.input;

import module java.base;

/** A folder and all that is in it. */
public final class FolderTree {
  private FolderTree() {}

  /** Returns what is in a folder, in the order of names. */
  public static List<Path> children(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    }
  }

  /**
   * Deletes it where it is there; links in it, not what they point to.
   *
   * @throws IOException if a file of it cannot be deleted
   */
  public static void delete(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
