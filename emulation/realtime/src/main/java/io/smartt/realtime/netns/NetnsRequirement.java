package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.input.UserInputException;

/** The rights that network namespaces need of who runs this. */
public final class NetnsRequirement {
  private static final Path SELF = Path.of("/proc/self");

  private NetnsRequirement() {}

  /**
   * Finds out whether it is there.
   *
   * @throws UserInputException in one line that names the fabric which needs less
   */
  public static void check() {
    if (!isRoot()) {
      throw new UserInputException(
          "fabric 'netns' needs root on Linux (sudo ./smartt run ...); the virtual fabric needs"
              + " neither: --set fabric=virtual");
    }
  }

  private static boolean isRoot() {
    try {
      return Files.exists(SELF)
          && Files.getAttribute(SELF, "unix:uid") instanceof Integer uid
          && uid == 0;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }
}
