package io.smartt.emulation.trace;

import io.smartt.emulation.topology.Link;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Topology;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers and descriptions of a network's ports in a capture. */
public final class CaptureInterfaces {
  private CaptureInterfaces() {}

  /** Describes every host NIC and switch port, in the order of their numbers in a capture. */
  public static List<CaptureInterface> of(Topology topology) {
    List<CaptureInterface> described = new ArrayList<>();
    for (Link link : topology.links()) {
      described.add(describe(link.a(), link.b(), link));
      described.add(describe(link.b(), link.a(), link));
    }
    return described;
  }

  /** Maps every host NIC and switch port to its number in a capture. */
  public static Map<Port, Integer> numbers(Topology topology) {
    Map<Port, Integer> numbers = new HashMap<>();
    for (Link link : topology.links()) {
      numbers.put(link.a(), numbers.size());
      numbers.put(link.b(), numbers.size());
    }
    return numbers;
  }

  private static CaptureInterface describe(Port port, Port peer, Link link) {
    String description =
        port.node().name() + " port " + port.number() + " to " + peer.node().name();
    return new CaptureInterface(port.interfaceName(), description, link.rateBps());
  }
}
