package io.smartt.base.input;

import module java.base;

import io.smartt.base.failure.RunFailedException;

/** A folder and all that is in it. */
public final class FolderTree {
  private FolderTree() {}

  /**
   * Makes a folder, and those that it is in, where they are not there.
   *
   * @throws RunFailedException if it cannot be
   */
  public static void create(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw FileErrors.cannotWrite(folder, e);
    }
  }

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
