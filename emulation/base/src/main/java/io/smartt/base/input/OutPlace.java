package io.smartt.base.input;

import module java.base;

/** The file or folder that a user named for results. */
public final class OutPlace {
  private OutPlace() {}

  /**
   * Refuses a place that cannot be made, by a try in the nearest folder that is there: rights alone
   * do not say it of file systems like {@code /proc}. Leaves nothing.
   *
   * @param folder whether it is to be a folder, not a file
   * @throws UserInputException naming the place and the reason
   */
  public static void require(Path place, boolean folder) {
    Path whole = place.toAbsolutePath().normalize();
    Path there = whole;
    while (!Files.exists(there)) {
      there = Objects.requireNonNull(there.getParent(), "the root is there");
    }
    if (there.equals(whole) && folder != Files.isDirectory(there)) {
      throw new UserInputException(
          place + (folder ? " is a file, not a folder" : " is a folder, not a file"));
    }
    if (there.equals(whole) && !folder) {
      return;
    }
    Path near = there;
    FileErrors.input("nothing can be written at " + place)
        .run(() -> Files.delete(Files.createTempDirectory(near, ".smartt")));
  }
}
