package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FolderTree;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;

/**
 * Names of hosts for the programs in them: {@code /etc/netns/NAMESPACE/hosts}, which {@code ip
 * netns exec} puts in place of {@code /etc/hosts} (ip-netns(8)). The machine's own file stays as it
 * is.
 */
final class HostNames {
  static final Path FOLDER = Path.of("/etc/netns");

  private static final Path OWN = Path.of("/etc/hosts");

  private HostNames() {}

  /**
   * Writes those of a network. What the machine itself knows comes after them.
   *
   * @param prefix what the names of its namespaces begin with
   * @throws RunFailedException naming the file that cannot be written
   */
  static void write(String prefix, Topology topology) {
    RunFailedException.saying("cannot write names of hosts")
        .run(() -> {
          String names =
              topology.hosts().stream()
                  .map(host -> host.ipv4Text() + " " + host.name() + "\n")
                  .collect(Collectors.joining());
          String own = Files.isReadable(OWN) ? Files.readString(OWN) : "127.0.0.1 localhost\n";
          for (Host host : topology.hosts()) {
            Path folder = Files.createDirectories(FOLDER.resolve(prefix + host.name()));
            Files.writeString(folder.resolve("hosts"), names + own);
          }
        });
  }

  /** Removes those of a namespace. */
  static void remove(String namespace) {
    RunFailedException.saying("cannot remove names of hosts")
        .run(() -> FolderTree.delete(FOLDER.resolve(namespace)));
  }
}
