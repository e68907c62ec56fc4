package io.smartt.realtime.wireshark;

import module java.base;

import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.realtime.netns.StaleNamespaces;

/**
 * A port of a fabric of network namespaces that runs on this machine.
 *
 * @param name among all fabrics: {@code smartt-1234-1-leaf1-eth2}
 * @param namespace that it is in
 * @param interfaceName inside: {@code leaf1-eth2}
 */
public record RunningPort(String name, NetworkNamespace namespace, String interfaceName) {
  private static final Pattern NAMESPACE = Pattern.compile("(smartt-(\\d+)-\\d+)-.+");
  private static final Path INTERFACES = Path.of("/proc/thread-self/net/dev");
  private static final String LOOPBACK = "lo";

  /** Returns all ports; none where this user may not enter the namespaces. */
  public static List<RunningPort> all() {
    List<RunningPort> ports = new ArrayList<>();
    for (String namespace : StaleNamespaces.inUse()) {
      Matcher form = NAMESPACE.matcher(namespace);
      if (form.matches()) {
        NetworkNamespace inside = NetworkNamespace.named(namespace);
        for (String name : interfaces(inside)) {
          ports.add(new RunningPort(form.group(1) + "-" + name, inside, name));
        }
      }
    }
    ports.sort(Comparator.comparing(RunningPort::name));
    return List.copyOf(ports);
  }

  private static List<String> interfaces(NetworkNamespace namespace) {
    try {
      return namespace.call(() -> {
        try {
          return Files.readAllLines(INTERFACES).stream()
              .filter(line -> line.contains(":"))
              .map(line -> line.substring(0, line.indexOf(':')).strip())
              .filter(name -> !name.equals(LOOPBACK))
              .toList();
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
    } catch (PacketIoException e) {
      return List.of();
    }
  }
}
