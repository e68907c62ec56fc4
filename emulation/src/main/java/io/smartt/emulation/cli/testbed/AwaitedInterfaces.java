package io.smartt.emulation.cli.testbed;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;

/**
 * Waits for network interfaces, which containerlab plugs into a container that runs. An interface
 * is up when its flags say so.
 */
final class AwaitedInterfaces {
  private static final Path INTERFACES = Path.of("/sys/class/net");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,15}");
  private static final int UP = 1;
  private static final long POLL_NS = 100_000_000L;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Path folder;
  private final Duration patience;

  /**
   * @param folder that has one of each interface
   * @param patience for all of them
   */
  AwaitedInterfaces(Path folder, Duration patience) {
    this.folder = folder;
    this.patience = patience;
  }

  /** Returns the interfaces of this machine or container. */
  static AwaitedInterfaces ofThisMachine() {
    return new AwaitedInterfaces(INTERFACES, PATIENCE);
  }

  /**
   * Waits until all are there and up.
   *
   * @throws UserInputException naming what is no name of an interface
   * @throws RunFailedException naming the first that is not in time
   */
  void await(List<String> names) {
    names.forEach(AwaitedInterfaces::requireName);
    long begun = System.nanoTime();
    for (String name : names) {
      while (!isUp(name)) {
        if (Thread.currentThread().isInterrupted()) {
          throw new RunFailedException("interrupted while waiting for interface " + name);
        }
        if (System.nanoTime() - begun > patience.toNanos()) {
          throw new RunFailedException(
              "interface "
                  + name
                  + " is not there, or not up, after "
                  + patience.toSeconds()
                  + " s");
        }
        LockSupport.parkNanos(POLL_NS);
      }
    }
  }

  /** A name leads nowhere else. */
  private static void requireName(String name) {
    if (!NAME.matcher(name).matches() || name.equals(".") || name.equals("..")) {
      throw new UserInputException("'" + name + "' is no name of an interface");
    }
  }

  private boolean isUp(String name) {
    try {
      String flags = Files.readString(folder.resolve(name).resolve("flags")).strip();
      return (Integer.decode(flags) & UP) != 0;
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }
}
