package io.smartt.experiment.trace.limit;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureInterface.CaptureInterfaces;
import io.smartt.base.trace.CaptureSink;

/**
 * The limits of what of a run's packets goes into its capture.
 *
 * @param ports names of ports ({@code leaf1-eth2}) and of nodes, of which all ports are meant; none
 *     for all
 * @param window of the run's time
 * @param filter which packets
 * @param snapBytes of each packet, at most
 */
public record CaptureLimits(
    List<String> ports, CaptureWindow window, PacketFilter filter, int snapBytes) {
  /** Copies the names. */
  public CaptureLimits {
    ports = List.copyOf(ports);
  }

  /**
   * Returns a sink that passes on what is wanted.
   *
   * @throws UserInputException naming a port or host that the network does not have
   */
  public CaptureSink limit(Topology topology, CaptureSink sink) {
    Map<String, Integer> hosts =
        topology.hosts().stream().collect(Collectors.toMap(Host::name, Host::ipv4));
    return new LimitedCapture(
        sink,
        interfaces(topology),
        window,
        filter.bind(hosts),
        filter instanceof PacketFilter.Every,
        snapBytes);
  }

  private BitSet interfaces(Topology topology) {
    BitSet chosen = new BitSet();
    Map<Port, Integer> numbers = CaptureInterfaces.numbers(topology);
    if (ports.isEmpty()) {
      chosen.set(0, numbers.size());
    }
    for (String name : ports) {
      int before = chosen.cardinality();
      numbers.forEach((port, number) -> {
        if (port.interfaceName().equals(name) || port.node().name().equals(name)) {
          chosen.set(number);
        }
      });
      if (chosen.cardinality() == before && !isNamed(numbers, name)) {
        throw unknown(numbers, name);
      }
    }
    return chosen;
  }

  private static boolean isNamed(Map<Port, Integer> numbers, String name) {
    return numbers.keySet().stream()
        .anyMatch(port -> port.interfaceName().equals(name) || port.node().name().equals(name));
  }

  private static UserInputException unknown(Map<Port, Integer> numbers, String name) {
    List<String> names = new ArrayList<>();
    numbers
        .keySet()
        .forEach(port -> {
          names.add(port.interfaceName());
          names.add(port.node().name());
        });
    List<String> known = names.stream().distinct().sorted().toList();
    List<String> near = NearNames.of(name, known);
    return new UserInputException(
        "capture.ports: '%s' is no port and no node of %s"
            .formatted(
                name,
                near.isEmpty()
                    ? "this network: write names such as " + known.getFirst()
                    : "this network: " + NearNames.hint(name, near)));
  }
}
