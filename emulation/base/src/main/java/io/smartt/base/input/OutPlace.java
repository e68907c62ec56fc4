package io.smartt.base.input;

import module java.base;

/** The file or folder that a user named for results. */
public final class OutPlace {
  private OutPlace() {}

  /**
   * Refuses a place that cannot be made, by a try in the nearest folder that is there: rights alone
   * do not say it of file systems like {@code /proc}. Leaves nothing.
   *
   * @throws UserInputException naming the place and the reason
   */
  public static void require(Path place) {
    if (place.toString().isEmpty()) {
      throw new UserInputException("it is empty; name a file or a folder");
    }
    Path whole = place.toAbsolutePath().normalize();
    Path there = whole;
    while (!Files.exists(there)) {
      there = Objects.requireNonNull(there.getParent(), "the root is there");
    }
    if (there.equals(whole) && !Files.isDirectory(there)) {
      return;
    }
    Path near = there;
    FileErrors.input("nothing can be written at " + place)
        .run(() -> Files.delete(Files.createTempDirectory(near, ".smartt")));
  }
}
