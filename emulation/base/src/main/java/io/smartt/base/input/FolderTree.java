package io.smartt.base.input;

import module java.base;

/** A folder and all that is in it. */
public final class FolderTree {
  private FolderTree() {}

  /**
   * Deletes it; links in it, not what they point to.
   *
   * @throws IOException if something of it cannot be deleted, or it is not there
   */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
