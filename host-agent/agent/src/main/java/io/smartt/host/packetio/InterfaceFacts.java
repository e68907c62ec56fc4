package io.smartt.host.packetio;

import module java.base;

/**
 * Properties of a network interface, read from Linux.
 *
 * @param name of the interface
 * @param up whether its carrier is there
 * @param mac six pairs of hexadecimal digits with colons
 * @param mtuBytes without the Ethernet header
 * @param rateBps of its link, where the driver knows
 * @param driver of the device; empty for interfaces without one
 * @param hardwareClock the PTP clock that stamps its packets, {@code ptp0}
 */
public record InterfaceFacts(
    String name,
    boolean up,
    String mac,
    int mtuBytes,
    OptionalLong rateBps,
    Optional<String> driver,
    Optional<String> hardwareClock) {
  /** The folder in which Linux shows interfaces. */
  public static final Path SYSFS = Path.of("/sys/class/net");

  private static final Path CLOCK_SOURCE =
      Path.of("/sys/devices/system/clocksource/clocksource0/current_clocksource");
  private static final long MEGA = 1_000_000;

  /**
   * Reads the facts of an interface; empty if there is none of that name.
   *
   * @param sysfs {@link #SYSFS}
   */
  public static Optional<InterfaceFacts> read(Path sysfs, String name) {
    Path folder = sysfs.resolve(name);
    if (name.contains("/") || !Files.isDirectory(folder)) {
      return Optional.empty();
    }
    return Optional.of(
        new InterfaceFacts(
            name,
            line(folder.resolve("carrier")).filter("1"::equals).isPresent(),
            line(folder.resolve("address")).orElse(""),
            line(folder.resolve("mtu")).map(Integer::parseInt).orElse(0),
            line(folder.resolve("speed"))
                .map(Long::parseLong)
                .filter(mbps -> mbps > 0)
                .map(mbps -> OptionalLong.of(mbps * MEGA))
                .orElse(OptionalLong.empty()),
            target(folder.resolve("device/driver")),
            first(folder.resolve("device/ptp"))));
  }

  /**
   * The facts of an interface of a namespace, or of this process's where none is named. In other
   * namespaces sysfs shows ours, so that only what every interface has is known.
   */
  public static Optional<InterfaceFacts> of(String name, Optional<NetworkNamespace> namespace) {
    return namespace.isPresent()
        ? namespace.get().call(() -> asked(name))
        : read(SYSFS, name).or(() -> asked(name));
  }

  private static Optional<InterfaceFacts> asked(String name) {
    return InterfaceQuery.of(name)
        .map(is ->
            new InterfaceFacts(
                name,
                is.up(),
                InterfaceNames.macText(is.mac()),
                is.mtuBytes(),
                OptionalLong.empty(),
                Optional.empty(),
                Optional.empty()));
  }

  /** The clock source of this machine's kernel, where the kernel names it. */
  public static Optional<String> clockSource() {
    return line(CLOCK_SOURCE);
  }

  /** Reads a file; some of them cannot be read while the interface is down. */
  private static Optional<String> line(Path file) {
    try {
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> target(Path link) {
    try {
      return Optional.ofNullable(Files.readSymbolicLink(link).getFileName()).map(Path::toString);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> first(Path folder) {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().findFirst();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
