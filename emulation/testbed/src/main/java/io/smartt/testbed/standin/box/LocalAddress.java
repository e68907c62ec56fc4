package io.smartt.testbed.standin.box;

import module java.base;

import io.smartt.base.input.UserInputException;

/**
 * The addresses at which a stand-in may listen: a switch that is none must not be open to a
 * network.
 */
public final class LocalAddress {
  private static final Path OWN = Path.of("/proc/self/ns/net");
  private static final Path MACHINE = Path.of("/proc/1/ns/net");

  private LocalAddress() {}

  /**
   * Requires an address of the loopback, or a process in a network namespace of its own.
   *
   * @throws UserInputException naming the option and the address
   */
  public static void require(String option, InetSocketAddress address) {
    if (address.isUnresolved()) {
      throw new UserInputException(option + " " + address.getHostString() + ": no such host");
    }
    if (!address.getAddress().isLoopbackAddress() && !isInOwnNamespace()) {
      throw new UserInputException(
          "%s %s: a stand-in listens on the loopback only, such as 127.0.0.1:8080; elsewhere start it in a network namespace (ip netns exec NAME smartt stand-in ...)"
              .formatted(option, address.getHostString()));
    }
  }

  private static boolean isInOwnNamespace() {
    try {
      return !Files.readSymbolicLink(OWN).equals(Files.readSymbolicLink(MACHINE));
    } catch (IOException e) {
      return false;
    }
  }
}
