package io.smartt.needs;

import java.io.IOException;
import java.util.stream.Stream;

/** Network namespaces, which need root, iproute2 and a kernel and container that allow them. */
public final class Namespaces {
  private static final String KIND = "netns";

  private Namespaces() {}

  /**
   * Skips the calling test where namespaces cannot be made, or fails it where SMARTT_REQUIRE has
   * netns.
   *
   * @param more programs that it needs
   */
  public static void require(String... more) {
    Machine.require(
        KIND, Stream.concat(Stream.of(Machine.ROOT, "ip"), Stream.of(more)).toArray(String[]::new));
    if (!canBeMade()) {
      Machine.skip(KIND, "'ip netns add' does not work here: namespaces need CAP_SYS_ADMIN");
    }
  }

  /** One at a time: classes that run side by side try the same name. */
  private static synchronized boolean canBeMade() {
    String probe = "smartt-probe-" + ProcessHandle.current().pid();
    return ip("add", probe) && ip("del", probe);
  }

  private static boolean ip(String verb, String name) {
    try {
      return new ProcessBuilder("ip", "netns", verb, name)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
