package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;

/**
 * A TCP connection that a host's kernel keeps full.
 *
 * @param from sends
 * @param to receives
 */
record TcpStream(Host from, Host to) {
  private static final String KEY = "netns.tcp";

  /**
   * The streams of a setting, {@code none} or {@code h5>h1,h6>h2}.
   *
   * @throws UserInputException naming what is no stream between hosts of the network
   */
  static List<TcpStream> parseAll(String text, Topology network) {
    if (text.strip().equals("none")) {
      return List.of();
    }
    List<TcpStream> streams = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String[] ends = part.strip().split(">", -1);
      if (ends.length != 2 || ends[0].equals(ends[1])) {
        throw new UserInputException(
            KEY + ": '" + part + "' is no stream; write none, or hosts as h5>h1,h6>h2");
      }
      streams.add(new TcpStream(host(ends[0], network), host(ends[1], network)));
    }
    return List.copyOf(streams);
  }

  private static Host host(String name, Topology network) {
    return network.hosts().stream()
        .filter(host -> host.name().equals(name.strip()))
        .findFirst()
        .orElseThrow(() ->
            new UserInputException(
                KEY
                    + ": there is no host '"
                    + name
                    + "', "
                    + NearNames.hint(name, network.hosts().stream().map(Host::name).toList())));
  }
}
